import { basename, dirname } from 'node:path'
import { execa } from 'execa'

/** The versions of a file, the oldest first. */
export interface History {
  readonly history: readonly { readonly date: string; readonly bytes: number }[]
}

/** How long git may take, in milliseconds: the history of a repository can be long. */
const patience = 5000

/**
 * Finds the sizes that files have had in the history of their git repository. A file that was renamed begins anew.
 * @returns the histories by path; those of files that are in no repository are absent, as all are where there is no git or
 *   it takes too long
 */
export async function historiesOf(paths: readonly string[]): Promise<Map<string, History>> {
  const found = await Promise.all(paths.map(async (path) => [path, { history: await historyOf(path) }] as const))
  return new Map(found.filter(([, { history }]) => history.length > 0))
}

async function historyOf(path: string): Promise<History['history']> {
  const git = execa({ cwd: dirname(path), reject: false, stderr: 'ignore', timeout: patience })
  const log = '--literal-pathspecs log --raw --no-abbrev --no-renames --reverse --format=%cI --'.split(' ')
  const { stdout: logged = '' } = await git('git', [...log, basename(path)])
  // A date, an empty line, and ':mode mode blob blob status' with the name.
  const versions = [...logged.matchAll(/^(\S+)\n\n:\S+ \S+ \S+ (\S+) /gm)]
  const blobs = versions.map(([, , blob]) => blob).join('\n')
  if (blobs === '') return []
  const { stdout: sizes = '' } = await git('git', ['cat-file', '--batch-check=%(objectsize)'], { input: blobs })
  // Where the file was deleted there is no size.
  const bytes = sizes.split('\n').map(Number)
  return versions
    .map(([, date = ''], index) => ({ date, bytes: bytes[index] ?? Number.NaN }))
    .filter(({ bytes }) => !Number.isNaN(bytes))
}
