import { readFileSync, symlinkSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import * as shlex from 'shlex'
import { packageRoot } from '../base/package-root.ts'
import { type HostOptions, testHost } from '../base/test-helpers.ts'
import { withoutProgress } from '../run/test-helpers.ts'
import { main } from './main.ts'

/**
 * Runs the command line in this process.
 * @param words the words after `ninehole`
 * @returns its exit status, and what it wrote, without the lines of progress
 */
export async function run(words: readonly string[], options: HostOptions = {}) {
  const host = testHost(options)
  const status = await main(words, host)
  return { status, stdout: host.stdout.text(), stderr: withoutProgress(host.stderr.text()) }
}

/** Text in which times, versions and the places of files are the same each time, and on every machine. */
const plain = (text: string, folder: string): string =>
  text
    .replaceAll(relative(folder, packageRoot), 'PACKAGE')
    .replaceAll(packageRoot, 'PACKAGE')
    .replace(/("(?:ninehole|bash|bun|node|perl)": ")\d[^"]*/g, '$1VERSION')
    .replace(/\b(ninehole|awk|bash|bun|c|lua|node|perl|php|python|ruby) \d+\.[\w.-]+/g, '$1 VERSION')
    .replace(/\bBun v.*/g, 'Bun VERSION')
    .replace(/("milliseconds": |\btime=")[\d.]+/g, (_, name) => `${name}0`)
    .replace(/ timestamp="[^"]*"/g, ' timestamp="TIME"')

/** A command of a session, with the file that it reads. */
const commandPattern = /^\$ ((?:ninehole|cat|ln)\b.*?)(?: < (\S+))?$/gm

/**
 * Runs the commands of a session at a shell, of which it knows `ninehole`, `cat` and `ln -s`.
 * @param session its commands are the lines that begin with `$ `
 * @returns what a user sees: each command, its output, its errors, and its exit status in brackets if it is not 0; and the
 *   highest of these
 */
export async function sessionAgain(session: string, folder: string) {
  const parts: string[] = []
  let highest = 0
  for (const [line, command = '', input] of session.matchAll(commandPattern)) {
    const [name, ...words] = shlex.split(command)
    const read = (path: string) => readFileSync(resolve(folder, path), 'utf8')
    const [, target = '', link = ''] = words
    if (name === 'ln') symlinkSync(target, resolve(folder, link))
    const { status, stdout, stderr } =
      name === 'ninehole'
        ? await run(words, { cwd: folder, ...(input !== undefined && { input: read(input) }) })
        : { status: 0, stdout: name === 'cat' ? words.map(read).join('') : '', stderr: '' }
    parts.push(`${line}\n`, withNewline(stdout), withNewline(stderr), status === 0 ? '' : `[${status}]\n`)
    highest = Math.max(highest, status)
  }
  return { text: plain(parts.join(''), folder), status: highest }
}

const withNewline = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text} (no newline)\n`)
