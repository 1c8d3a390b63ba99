import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { needsSandbox, needsTerminal, testFolder, withoutProgress } from '../entries/test-helpers.ts'
import { openSandbox } from '../run/sandbox.ts'

const { folder, write: writeFile } = testFolder()

const write = (path: string, content: string) => writeFile(path, content, 'latin1')

const command = join(packageRoot, 'dist/ninehole.js')
const ninehole = (args: readonly string[], cwd = folder) =>
  execa(process.execPath, [command, ...args], { cwd, reject: false, stdin: 'ignore' })

const board = '...\n...\n...\nX> '
const game = `$ tic-tac-toe\n${board}`

describe('bad transcripts', () => {
  write('bad/fine.transcript', game)
  write('bad/typo.transcript', '# one\n$ orhto\nX> ')
  write('bad/setting.transcript', `# compair: exact\n${game}`)
  write('bad/twice.transcript', `${game}4\n...\n.X.\n...\nO> \n$ ordo\n`)
  write('bad/windows.transcript', '# one\n$ tic-tac-toe\r\n...\r\n')
  write('bad/missing.transcript', '# prompt: >\n$ no-such-program a\n> ')
  write('bad/quote.transcript', "# prompt: ^> \n$ sh -c 'echo\n> ")
  write('bad/screen.transcript', "# prompt: ^> \n$ printf '\\033[?1049h> '\n> ")
  write('bad/unprompted.transcript', '# unprompted: a b\n$ cat\na\na\n')
  const errors = [
    "bad/missing.transcript: 'no-such-program a' cannot be started",
    "bad/quote.transcript:2: a quote is not closed: sh -c 'echo",
    'bad/screen.transcript: draws on the whole screen (ESC [?1049h): a transcript is of a program that writes line by line',
    "bad/setting.transcript:1: no setting is called 'compair': did you mean 'compare'?",
    'bad/twice.transcript:10: a second command: a transcript has one',
    "bad/typo.transcript:2: 'orhto' is no known game: did you mean 'ortho'?",
    "bad/unprompted.transcript: 'unprompted' names 'b', which is no line of the session",
    "bad/windows.transcript:2: line ends in CR LF: if Git did that, a line '*.transcript -text' in .gitattributes ends it",
  ]

  test('are all named, and the others are verified', async () => {
    const { stdout, stderr, exitCode } = await ninehole(['verify', 'bad', '--input', 'interactive'])
    expect(withoutProgress(stderr).split('\n')).toEqual(errors.map((error) => `ninehole: ${error}`))
    expect([stdout, exitCode]).toEqual(['1 of 1 sessions as recorded, 8 could not be run', 2])
  })

  test('are in every report', { tags: 'slow' }, async () => {
    const files = ['json', 'junit', 'github'].flatMap((name) => ['--reporter', `${name}=report.${name}`])
    expect((await ninehole(['verify', 'bad', '--input', 'interactive', ...files])).exitCode).toBe(2)
    const [json = '', junit = '', github = ''] = ['json', 'junit', 'github'].map((name) =>
      fs.readFileSync(join(folder, `report.${name}`), 'utf8'),
    )
    expect(JSON.parse(json).ok).toBe(false)
    for (const error of errors) {
      expect(json).toContain(JSON.stringify(error))
      expect(junit).toContain(error.slice(0, 20))
    }
    expect(junit).toContain('tests="9" failures="0" errors="8"')
    expect(junit).toContain('name="bad/twice.transcript"')
    expect(github).toContain('::error file=bad/twice.transcript,line=10,')
    expect(github.match(/^::error/gm)?.length).toBe(8)
    const merged = await ninehole(['merge', 'report.json'])
    expect(merged.stderr.split('\n')).toEqual(errors.map((error) => `ninehole: ${error}`))
    expect([merged.stdout, merged.exitCode]).toEqual(['1 of 1 sessions as recorded, 8 could not be run', 2])
  })
})

describe('a path that is not a regular file', () => {
  fs.mkdirSync(join(folder, 'odd/tic-tac-toe/perl-stdin'), { recursive: true })
  for (const name of ['fifo.transcript', 'tic-tac-toe/perl-stdin/fifo.pl'])
    execFileSync('mkfifo', [join(folder, 'odd', name)])
  fs.symlinkSync('loop.transcript', join(folder, 'odd/loop.transcript'))

  async function isRefused(verb: string, path: string, error: string) {
    const { stdout, stderr, exitCode } = await ninehole([verb, path])
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: `ninehole: ${error}`, exitCode: 2 })
  }
  test.each([
    ['verify', 'odd/fifo.transcript', 'odd/fifo.transcript: not a regular file, as a transcript must be'],
    [
      'judge',
      'odd/tic-tac-toe/perl-stdin/fifo.pl',
      'odd/tic-tac-toe/perl-stdin/fifo.pl: not a regular file, as an entry must be',
    ],
  ])('%s %s', isRefused)
  test.each([
    ['verify', '/dev/zero', '/dev/zero: not a regular file, as a transcript must be'],
    ['verify', 'odd/loop.transcript', 'odd/loop.transcript: too many symbolic links encountered'],
  ])('%s %s', { tags: 'slow' }, isRefused)
})

test('a session counts as failed only if it fails again: the report says what passed then', async () => {
  const answers = (first: string) => `[ -e "$1" ] || { : >"$1"; echo ${first}; exit; }; echo right`
  write('once/answers.sh', answers('wrong'))
  write('once/crashes.sh', answers('right; exit 3'))
  for (const name of ['answers', 'crashes'])
    write(`once/${name}.transcript`, `# unprompted:\n$ sh once/${name}.sh once/${name}.seen\nright\n`)
  write('once/never.transcript', '# unprompted:\n$ echo wrong\nright\n')
  const { stdout, exitCode } = await ninehole(['verify', 'once', '--input', 'interactive'])
  expect(stdout).toContain('WA once/never.transcript\n')
  expect(stdout).toContain(`
2 of 3 sessions as recorded

once/answers.transcript passed a session only when played again
once/crashes.transcript passed a session only when played again
'--jobs 1' runs programs one at a time: others may change the same file`)
  expect(exitCode).toBe(1)
})

test('a prompt pattern that would backtrack does not hang', async () => {
  write('slow.transcript', `# prompt: ^(a+)+b\n$ echo ${'a'.repeat(40)}\n${'a'.repeat(40)}\n`)
  expect((await ninehole(['verify', 'slow.transcript'])).stdout).toBe('2 of 2 sessions as recorded')
})

describe('a project of its own', () => {
  test('without transcripts or entries, the error names what was searched for', { tags: 'slow' }, async () => {
    fs.mkdirSync(join(folder, 'none'))
    const cwd = join(folder, 'none')
    expect(await ninehole(['verify'], cwd)).toMatchObject({
      stderr: 'ninehole: .: no transcripts in it (*.transcript)',
      exitCode: 2,
    })
    expect(await ninehole(['judge'], cwd)).toMatchObject({
      stderr: 'ninehole: .: no entries in it (<game>/<runtime>-<input>/<name>.<ext>)',
      exitCode: 2,
    })
  })

  test('its transcripts are found wherever they are', async () => {
    const cwd = join(folder, 'project')
    write('project/test/one.transcript', game)
    write('project/node_modules/other/bad.transcript', 'bad')
    expect((await ninehole(['verify', '--input', 'stdin'], cwd)).stdout).toBe('1 of 1 sessions as recorded')
    write('project/fixtures/two.transcript', game)
    expect((await ninehole(['verify', '--input', 'stdin'], cwd)).stdout).toBe('2 of 2 sessions as recorded')
  })
})

describe('verify --update', () => {
  const old = `# Cut off.\n${game}4\n...\n.O.\n...\nO> `
  test('keeps the mode, and writes through a symbolic link', async () => {
    write('old/target', old)
    fs.chmodSync(join(folder, 'old/target'), 0o600)
    fs.symlinkSync('target', join(folder, 'old/link.transcript'))
    expect((await ninehole(['verify', 'old/link.transcript', '--update', '--yes'])).exitCode).toBe(0)
    expect(fs.lstatSync(join(folder, 'old/link.transcript')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(join(folder, 'old/target'), 'latin1')).toBe(old.replace('.O.', '.X.'))
    expect(fs.statSync(join(folder, 'old/target')).mode & 0o777).toBe(0o600)
  })

  test('with --filter, updates what it can, and reports the others', { tags: 'slow' }, async () => {
    const transcripts = {
      'my-a': 'bad',
      'my-b': old,
      'my-c': '# prompt: ^> \n$ sleep 9\n> a\n',
      'my-d': old,
      other: old,
    }
    for (const [name, content] of Object.entries(transcripts)) write(`mixed/${name}.transcript`, content)
    const args = ['--update', '--yes', '--filter', 'my-', '--timeout', '0.3']
    const { stdout, stderr, exitCode } = await ninehole(['verify', 'mixed', ...args])
    expect(stderr).toMatch(
      /^ninehole: mixed\/my-a\.transcript:1: .*\nninehole: mixed\/my-c\.transcript: no output for 0.3 s$/,
    )
    expect([stdout.split('\n').at(-1), exitCode]).toEqual(['2 of 3 transcripts that had changed were written', 2])
    const isUpdated = (name: string) =>
      fs.readFileSync(join(folder, `mixed/${name}.transcript`), 'latin1').includes('.X.\n')
    expect(['my-b', 'my-d', 'other'].map(isUpdated)).toEqual([true, true, false])
  })

  test('runs a program without prompts', async () => {
    write('cat.transcript', '# unprompted: a b ^D\n$ cat\na\na\nb\nc\n^D')
    expect((await ninehole(['verify', 'cat.transcript', '--update', '--yes'])).stdout).toContain('\n-c\n+b\n')
    expect(fs.readFileSync(join(folder, 'cat.transcript'), 'latin1')).toBe(
      '# unprompted: a b ^D\n$ cat\na\na\nb\nb\n^D',
    )
  })

  /** A program that writes many lines, and a transcript in which each was another. */
  function rewritten(name: string, count: number) {
    const head = `# prompt: ^> \n$ perl -e '$|=1;print"> ";<>;print"new $_ ","x"x90,"\\n"for 1..${count}'\n> a\n`
    const session = (word: string) =>
      Array.from({ length: count }, (_, at) => `${word} ${at + 1} ${'x'.repeat(90)}\n`).join('')
    write(`${name}.transcript`, head + session('old'))
    return head + session('new')
  }
  async function isRewritten(name: string, count: number) {
    const now = rewritten(name, count)
    const { stdout } = await ninehole(['verify', `${name}.transcript`, '--update', '--yes'])
    expect(stdout.split('\n').length).toBeGreaterThan(2 * count)
    expect(fs.readFileSync(join(folder, `${name}.transcript`), 'latin1') === now).toBe(true)
  }
  test('takes a turn of 5,000 lines that have all changed', () => isRewritten('thousands', 5000))
  test('takes ten megabytes that have all changed', { tags: 'slow' }, () => isRewritten('megabytes', 100_000))

  test('keeps standard error that was pasted: the transcript has the setting then', { tags: 'slow' }, async () => {
    const content = `# prompt: ^> \n$ perl -e '$|=1;for(1..2){print"> ";<>;print STDERR"no\\n"}'\n> a\nno\n> b\n`
    write('pasted.transcript', `${content}old\n`)
    const failed = await ninehole(['verify', 'pasted.transcript', '--input', 'interactive'])
    expect(failed.stdout).toContain(
      'pasted.transcript: wrote 3 bytes to standard error that the transcript does not have',
    )
    await ninehole(['verify', 'pasted.transcript', '--update', '--yes'])
    const now = fs.readFileSync(join(folder, 'pasted.transcript'), 'latin1')
    expect(now).toBe(`${content.replace('\n', '\n# stderr: shown\n')}no\n`)
    expect((await ninehole(['verify', 'pasted.transcript'])).exitCode).toBe(0)
  })

  const complains = `# prompt: ^> \n$ perl -e '$|=1;print"> ";<>;print STDERR"no\\n";print "yes\\n"'\n> a\n`
  test('keeps standard error that was pasted and is worded anew', async () => {
    write('reworded.transcript', `${complains}not that\nyes\n`)
    const { stdout } = await ninehole(['verify', 'reworded.transcript', '--update', '--yes'])
    expect(stdout).not.toContain('standard error that')
    const now = fs.readFileSync(join(folder, 'reworded.transcript'), 'latin1')
    expect(now).toBe(`${complains.replace('\n', '\n# stderr: shown\n')}no\nyes\n`)
  })

  test('does not add standard error that the transcript never had, and says so', async () => {
    const content = complains
    write('never.transcript', `${content}old\n`)
    const { stdout } = await ninehole(['verify', 'never.transcript', '--update', '--yes'])
    expect(stdout).toMatch(
      /^\+yes\nnever\.transcript: wrote 3 bytes to standard error that the transcript does not have$/m,
    )
    expect(fs.readFileSync(join(folder, 'never.transcript'), 'latin1')).toBe(`${content}yes\n`)
  })

  /** The file when it was updated, and what was said. */
  async function updated(name: string, head: string, program: string, session: string) {
    write(`${name}.transcript`, `${head}\n$ perl -e '$|=1;${program}'\n${session}`)
    const { stderr } = await ninehole(['verify', `${name}.transcript`, '--update', '--yes'])
    return { stderr, file: fs.readFileSync(join(folder, `${name}.transcript`), 'latin1').split('\n') }
  }

  test('counts the lines of output that begin like a prompt', async () => {
    const { file } = await updated(
      'another',
      '# prompt: ^> ',
      'print"> means: your turn\\n> ";<>;print"new\\n"',
      '> a\nold\n',
    )
    expect([file[1], ...file.slice(3)]).toEqual(['# unanswered: 1', '> means: your turn', '> a', 'new', ''])
  })

  test('says where the program ends behind a prompt, and where it no longer does', { tags: 'slow' }, async () => {
    const ends = await updated('ends', '# prompt: ^> ', 'print"> ";<>;print"> "', '> a\nold\n')
    expect([ends.file.slice(0, 2), ends.file.slice(3)]).toEqual([
      ['# prompt: ^> ', '# status: 0'],
      ['> a', '> '],
    ])
    const waits = await updated('waits', '# prompt: ^> \n# status: 3', 'for(1..2){print"> ";<>}', '> a\nold\n')
    expect([waits.file.slice(0, 1), waits.file.slice(2)]).toEqual([['# prompt: ^> '], ['> a', '> ']])
    expect((await ninehole(['verify', 'ends.transcript', 'waits.transcript'])).exitCode).toBe(0)
  })

  test('in a pseudo-terminal keeps the answers', needsTerminal(), async () => {
    const content = `# prompt: ^> \n# pty: only\n$ sh -c 'printf "> "; read -r line; echo "got $line"'\n> a\n`
    write('pty.transcript', `${content}no\n`)
    await ninehole(['verify', 'pty.transcript', '--update', '--yes'])
    expect(fs.readFileSync(join(folder, 'pty.transcript'), 'latin1')).toBe(`${content}got a\n`)
  })
})

async function playsInSandbox(...args: string[]) {
  write('stranger.transcript', "# unprompted:\n$ sh -c 'echo new; echo got out >escaped; true'\nold\n")
  const { stdout } = await ninehole(['verify', 'stranger.transcript', '--sandbox', 'require', ...args])
  expect(stdout).toContain('new')
  expect(fs.existsSync(join(folder, 'escaped'))).toBe(false)
}
const inSandbox = 'in a sandbox, %s plays again in a sandbox'
const sandbox = await openSandbox('auto')
test.each([['--update', '--yes']])(inSandbox, needsSandbox(sandbox), playsInSandbox)
test.each([['--review']])(inSandbox, { ...needsSandbox(sandbox), tags: 'slow' }, playsInSandbox)

test('the rule that a program breaks is named, if the game says what the transcript has', async () => {
  write('late.sh', "printf '...\\n...\\n...\\nX> '; read a; printf '...\\n.X.\\n...\\nX> '; read a\n")
  write('right.transcript', '$ tic-tac-toe\n...\n...\n...\nX> 4\n...\n.X.\n...\nO> ')
  write('other.transcript', '$ tic-tac-toe\n...\n...\n...\nX> 4\n...\n.X.\n...\n\nO> ')
  const rules = join(packageRoot, 'reference/tic-tac-toe.md')
  const said = async (name: string) =>
    (await ninehole(['verify', name, '--input', 'interactive', '--', 'sh', 'late.sh'])).stdout
  expect(await said('right.transcript')).toContain(
    `\nbreaks: "They continue alternating until we have a winner or a tie." (${relative(folder, rules)}#rules)\n`,
  )
  expect(await said('other.transcript')).not.toContain('breaks:')
})
