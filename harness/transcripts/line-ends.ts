import { basename, dirname, resolve } from 'node:path'
import { execaSync } from 'execa'

/**
 * True if Git may change the line ends of a file: no attribute forbids it, and whoever checks it out may have set
 * `core.autocrlf`. False outside a repository, or without git.
 */
export function mayChangeLineEnds(path: string, cwd = ''): boolean {
  const options = { cwd: resolve(cwd, dirname(path)), reject: false, stderr: 'ignore' } as const
  const { exitCode, stdout } = execaSync('git', ['check-attr', 'text', '--', basename(path)], options)
  return exitCode === 0 && !stdout.endsWith(': text: unset')
}
