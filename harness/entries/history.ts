import { basename, dirname, resolve } from 'node:path'
import { start } from '../base/start.ts'
import { historyPatience } from '../session/limits.ts'

/**
 * Finds the sizes that a file has had in the history of its git repository. A file that was renamed begins anew.
 * @returns its versions, the oldest first; none if it is in no repository, git takes too long, or there is no git
 */
export async function historyOf(path: string, cwd = '') {
  // The repository may be a stranger's: its configuration must not run programs, to fetch or to check signatures.
  const env = { GIT_ALLOW_PROTOCOL: '' }
  const options = {
    cwd: resolve(cwd, dirname(path)),
    env,
    reject: false,
    stderr: 'ignore',
    timeout: historyPatience,
    lines: true,
  } as const
  const name = basename(path)
  const log = ['-c', 'log.showSignature=false', '--literal-pathspecs', 'log', '--reverse', '--format=%H %cI']
  const { stdout: commits = [] } = await start('git', [...log, '--', name], options)
  const input = commits.map((commit) => `${commit.split(' ')[0]}:./${name}\n`).join('')
  const { stdout: sizes = [] } = await start('git', ['cat-file', '--batch-check=%(objectsize)'], { ...options, input })
  return commits.flatMap((commit, index) => {
    // Git says of a commit that deleted the file that it is missing.
    const bytes = Number(sizes[index])
    return Number.isNaN(bytes) ? [] : [{ date: commit.split(' ')[1] ?? '', bytes }]
  })
}
