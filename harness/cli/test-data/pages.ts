import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import * as shlex from 'shlex'
import { packageRoot } from '../../base/package-root.ts'
import { testHost } from '../../base/test-helpers.ts'
import { testFolder, withoutProgress } from '../../run/test-helpers.ts'
import { main } from '../main.ts'

/** The pages whose commands are run. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'fixtures/README.md',
  'fixtures/COMPARED.md',
  'harness/judge/README.md',
  'harness/judge/fuzz/README.md',
  'harness/report/README.md',
  'reference/README.md',
  'solutions/README.md',
] as const

export const page = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')

/** Code of a page that is a file: the sentence before it ends in the name of the file and a colon. */
export const filesIn = (path: string) =>
  [...page(path).matchAll(/`([\w./-]+)`:\n\n```\w*\n(.*?)^```$/gms)].map(([, name = '', content = '']) => ({
    name,
    content,
  }))

/**
 * The commands of a page in their order: those of console examples, with what they print; those of workflows; and indented
 * lines that begin with `npx` and a command of ours, up to a description behind two spaces.
 */
export const examplesIn = (path: string): { readonly command: string; readonly output?: string }[] =>
  [
    ...page(path).matchAll(
      /^```console\n(.*?)^```$|^ *- run: npx (ninehole .*?)$|^ {4}npx ((?:ninehole|tic-tac-toe|ortho|ordo)\b(?:(?! {2})[^\n])+)/gms,
    ),
  ]
    .flatMap(([, block = '', step, line]) => {
      if (line !== undefined) return [{ command: line.trim().replaceAll('; npx ', '; ') }]
      if (step !== undefined)
        return [{ command: step.replace(/\$\{\{.*?\}\}/g, '1').replace('--sandbox require', '--sandbox auto') }]
      return [...block.matchAll(/^\$ (?:npx )?(.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', output = '']) => ({
        command,
        output,
      }))
    })
    // What watches has no end: watch.test.ts.
    .filter(({ command }) => !command.includes(' --watch'))

/** Plays many sessions, or searches: for `npm run test:all`. */
export const isSlow = (command: string): boolean =>
  /^ninehole (golf|judge|fuzz|verify (node_modules|made\b))/.test(command)

/** A command whose output a page does not show, with fewer sessions. */
export const withFewSessions = (command: string): string =>
  command
    .replace(/^ninehole judge (?!.*--(?:suite|reference|game))/, '$&--suite fixtures ')
    .replace(/^ninehole judge (?=--(?:reference|game))/, '$&--quick ')
    .replace(/^ninehole fuzz .*?(?= -- )/, '$& --runs 5')
    .replace(/^ninehole verify node_modules.*?(?= -- )/, '$& --shard 1/10')
    .replace(/--seconds \d+/, '--seconds 1')

/** Makes a folder with what the examples take for granted, and with the files of a page. */
export function folderFor(path?: string): string {
  const { folder, write } = testFolder()
  const program = (name: string, command: string) => chmodSync(write(name, `#!/bin/sh\nexec ${command} "$@"\n`), 0o755)
  program('my-ortho', 'ortho')
  program('another-implementation', 'ninehole play ./my-game.ts')
  write(
    'golfed.pl',
    'print"> ";while(<>){chomp;if($_ eq"up"&&$n==2){last}if($_ eq"up"){$n++;print"yes\\n> "}else{print"no\\n> "}}print"bye\\n"',
  )
  for (const report of ['reports/1.json', 'reports/report-1/report.json'])
    write(report, '{ "version": 2, "ok": true, "machines": [], "cases": [] }')
  write('solutions/tic-tac-toe/node-args/mine.ts', page('solutions/tic-tac-toe/node-args/record.ts'))
  // The commands of this page are typed in a clone.
  const league = 'solutions/tic-tac-toe/perl-args'
  if (path === 'CONTRIBUTING.md') cpSync(join(packageRoot, league), join(folder, league), { recursive: true })
  write('fixtures/ortho/q.transcript', page('fixtures/ortho/quit-q.transcript'))
  for (const { name, content } of path === undefined ? [] : filesIn(path)) write(name, content)
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(packageRoot, join(folder, 'node_modules/ninehole'))
  for (const name of ['ninehole', 'tic-tac-toe', 'ortho', 'ordo'])
    symlinkSync(join(packageRoot, 'dist', `${name}.js`), join(bin, name))
  return folder
}

/**
 * Runs a line in a folder that was prepared: a command of ours as a function, anything else in a shell.
 * @returns both streams, as a terminal shows them, without the lines of progress
 */
export async function shell(folder: string, line: string) {
  const bin = join(folder, 'node_modules/.bin')
  // No example may change the home of who runs the tests.
  const env = { PATH: `${bin}:${process.env.PATH}`, COLUMNS: '80', HOME: folder }
  if (isOurs.test(line)) {
    const [name = '', ...words] = shlex.split(line)
    const { stderr, ...others } = testHost({ cwd: folder, env, input: 'q\n' })
    const host = { ...others, stderr: others.stdout }
    const exitCode = await main(name === 'ninehole' ? words : ['play', name, ...words], host)
    return { all: withoutProgress(host.stdout.text()), exitCode }
  }
  const options = { cwd: folder, input: 'q\n', env, reject: false, all: true, stripFinalNewline: false } as const
  const { all, exitCode } = await execa('sh', ['-c', line], options)
  return { all: withoutProgress(all), exitCode }
}

/** A command of ours, and nothing that only a shell knows. */
const isOurs = /^(ninehole|tic-tac-toe|ortho|ordo)\b(?:[^|&;<>$`*?~'"]|'[^']*')*$/

/** Output as a page shows it: a line `…` stands for any lines. */
export function outputLike(shown: string): RegExp {
  const lines = shown.split('\n').map((line) => line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${lines.join('\n').replaceAll(/^…$/gm, '(?:.*\n)*.*')}$`)
}
