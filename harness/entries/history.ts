import { basename, dirname } from 'node:path'
import { execa } from 'execa'
import pMap from 'p-map'

/** How long git may take, in milliseconds: the history of a repository can be long. */
const patience = 5000

/**
 * Finds the sizes that files have had in the history of their git repository. A file that was renamed begins anew.
 * @returns the histories by path. A file that is in no repository, or for which git takes too long, is absent; without git,
 *   all are
 */
export async function historiesOf(paths: readonly string[]) {
  const historyAt = async (path: string) => [path, { history: await historyOf(path) }] as const
  const found = await pMap(paths, historyAt, { concurrency: 4 })
  return new Map(found.filter(([, { history }]) => history.length > 0))
}

/** The versions of a file, the oldest first. */
async function historyOf(path: string) {
  const git = execa({ cwd: dirname(path), reject: false, stderr: 'ignore', timeout: patience })
  const log = '--literal-pathspecs log --raw --no-abbrev --no-renames --reverse --format=%cI --'.split(' ')
  const { stdout: logged = '' } = await git('git', [...log, basename(path)])
  // A date, an empty line, and ':mode mode blob blob status' with the name.
  const versions = [...logged.matchAll(/^(\S+)\n\n:\S+ \S+ \S+ (\S+) /gm)]
  const blobs = versions.map(([, , blob]) => blob).join('\n')
  if (blobs === '') return []
  const { stdout: listed = '' } = await git('git', ['cat-file', '--batch-check=%(objectsize)'], { input: blobs })
  const sizes = listed.split('\n')
  return versions.flatMap(([, date = ''], index) => {
    const size = sizes[index] ?? ''
    // Where the file was deleted, git says that the blob is missing.
    return /^\d+$/.test(size) ? [{ date, bytes: Number(size) }] : []
  })
}
