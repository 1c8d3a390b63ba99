import { type HostOptions, testHost } from '../base/test-helpers.ts'
import { withoutProgress } from '../entries/test-helpers.ts'
import { main } from './main.ts'

/**
 * Runs the command line in this process.
 * @param words the words behind `ninehole`
 * @returns its exit status, and what it wrote, without the lines of progress
 */
export async function run(words: readonly string[], options: HostOptions = {}) {
  const host = testHost(options)
  const status = await main(words, host)
  return { status, stdout: host.stdout.text(), stderr: withoutProgress(host.stderr.text()) }
}
