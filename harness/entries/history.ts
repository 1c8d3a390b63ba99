import { basename, dirname } from 'node:path'
import { execa } from 'execa'

/** The time limit for git, in milliseconds: the history of a repository can be long. */
const patience = 5000

/**
 * Finds the sizes that a file has had in the history of its git repository. A file that was renamed begins anew.
 * @returns its versions, the oldest first; none if it is in no repository, git takes too long, or there is no git
 */
export async function historyOf(path: string) {
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
