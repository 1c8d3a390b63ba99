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
  const git = execa({ cwd: dirname(path), reject: false, stderr: 'ignore', timeout: patience, lines: true })
  const name = basename(path)
  const { stdout: commits = [] } = await git`git --literal-pathspecs log --reverse --format=${'%H %cI'} -- ${name}`
  const input = commits.map((commit) => `${commit.split(' ')[0]}:./${name}\n`).join('')
  const { stdout: sizes = [] } = await git({ input })`git cat-file --batch-check=%(objectsize)`
  return commits.flatMap((commit, index) => {
    // Where the file was deleted, git says that it is missing.
    const bytes = Number(sizes[index])
    return Number.isNaN(bytes) ? [] : [{ date: commit.split(' ')[1] ?? '', bytes }]
  })
}
