import { afterAll, describe, expect, test } from 'vitest'
import { ourGames } from '../games/find.ts'
import { userContext } from '../run/launcher.ts'
import type { Way } from '../session/script.ts'
import { commandOf, gameOf } from './command.ts'
import { parseTranscript } from './transcript.ts'
import { reportOfError, Verifier } from './verify.ts'

const verifier = new Verifier({ limits: { milliseconds: 2000 }, games: ourGames(), context: userContext() })
afterAll(verifier.close)

/** For programs that fall silent. */
const impatient = new Verifier({ limits: { milliseconds: 200 }, games: [], context: userContext() })
afterAll(impatient.close)

/** Runs a transcript. @returns for each way its verdict and why it failed, or why it could not be run */
async function verified(file: string, by = verifier): Promise<string[]> {
  const reports = await by.verify(parseTranscript('x.transcript', file)).catch((error) => [reportOfError('x', error)])
  return reports.map((one) => [one.verdict, one.failure?.sentence, one.error].filter(Boolean).join(': '))
}

/** Verifies it once with another command. */
async function verifiedWith(command: readonly string[], file: string, way: Way, milliseconds = 2000) {
  const other = new Verifier({ command, limits: { milliseconds }, games: ourGames(), context: userContext() })
  const [report] = await other.verify(parseTranscript('x.transcript', file), way).finally(other.close)
  return report
}

const ask = `sh -c 'printf "name? "; read -r x; echo "hi $x"'`

/** A session with a program that asks for a name, and greets. */
const asks = (line: string, reply: string) => `# prompt: ^name\\? \n$ ${line.replace('ask', ask)}\nname? bo\n${reply}`

/** A session with a program that does this when it knows a name. */
const says = (settings: string, script: string, session: string) =>
  `${settings}\n${asks(`sh -c 'printf "name? "; read -r n; ${script}'`, session)}`

const now = '$(date +%S%N)'

test.each([
  [asks('ask; echo more', 'hi bo\nmore\n'), 'AC'],
  [asks('ask && echo more', 'hi bo\nmore\n'), 'AC'],
  [asks('ask | cat', 'hi bo\n'), 'AC'],
  [asks('(ask)', 'hi bo\n'), 'AC'],
  [asks('V=more sh -c \'echo "$V"\'; ask', 'hi bo\n').replace('\nname', '\nmore\nname'), 'AC'],
  [asks("ask; echo 'a;b' # a note", 'hi bo\na;b\n'), 'AC'],
  [asks('exec ask', 'hi bo\n'), 'AC'],
  [asks('ask; echo more', 'hi bo\n'), 'WA'],
  [asks('ask && false', 'hi bo\n'), 'RTE'],
  [says('# varies: number', `echo "It is ${now}."`, 'It is 12345.\n'), 'AC'],
  [says('# varies: \\d+ms', `echo "took ${now}ms of 5 s"`, 'took 3ms of 5 s\n'), 'AC'],
  [says('# varies: number', `echo "It is ${now}!"`, 'It is 12345.\n'), 'WA'],
  // The last newline of a file that ends in ^D may be an editor's.
  [says('', 'cat', '').replace('bo\n', '^D'), 'AC'],
  [says('', 'cat', '').replace('bo', '^D'), 'AC'],
  [says('', 'echo', '').replace('bo', '^D'), 'AC'],
  [says('', 'echo bye', '').replace('bo', '^D'), 'WA'],
  [says('', 'echo', '').replace('bo\n', '^D'), 'WA'],
  [says('# compare: exact', 'cat', '').replace('bo', '^D'), 'WA'],
  ['# unprompted: <hidden> ^D\n$ cat\n<hidden>\n<hidden>\n^D', 'AC'],
  [`# unprompted:\n# env: TZ=Asia/Tokyo LC_TIME='a b'\n$ echo "$TZ $LC_TIME $LANG"\nAsia/Tokyo a b C.UTF-8\n`, 'AC'],
  ['# unprompted:\n$ COLUMNS=40 LANG=C sh -c \'echo "$COLUMNS $LANG"\'\n40 C\n', 'AC'],
])('the shell runs the whole of a line, and every byte counts: %j is %s', async (file, verdict) => {
  const verdicts = (await verified(file.replace(/^\n/, ''))).map((sentence) => sentence.replace(/:.*/, ''))
  expect(verdicts).toEqual([verdict, verdict])
})

test.each([
  ['hi bo\n', 4],
  ['hi bo\nbye\n', 5],
  ['hi jo\n', 4],
  ['hi bo\nbye\nbye\n', 5],
])('a report on %j names line %i of the file, in which the session goes wrong', async (reply, line) => {
  const [report] = await verifier.verify(parseTranscript('x', asks('ask; echo Bye', reply)), 'stdin')
  expect(report?.line).toBe(line)
})

test('a program that differs from a recorded game breaks a rule only if the rules forbid what it writes', async () => {
  const boards = ['...|...|...|X> ', 'X..|...|...|O> ', 'X..|O..|...|X> ', 'XX.|O..|...|O> ', 'XX.|OO.|...|X> ']
  const turns = boards.map((board) => board.replaceAll('|', '\n'))
  const session = turns.map((output, index) => `${output}${'03142'[index]}\n`).join('')
  const ruleBrokenBy = async (end: string) => {
    const command = ['sh', '-c', 'for output; do printf "$output"; read -r _; done', 'sh', ...turns, end]
    const report = await verifiedWith(command, `$ tic-tac-toe\n${session}X won.\n`, 'interactive')
    return [report?.verdict, report?.failure?.rule?.id]
  }
  expect(await ruleBrokenBy('XXX\nOO.\n...\nX won.\n')).toEqual(['WA', undefined])
  expect(await ruleBrokenBy('O won.\n')).toEqual(['WA', 'row'])
})

describe('another command replaces the whole recorded line', () => {
  test.each(['ask', 'cd . && ask', '(ask)', `A=$(: ask) B='x y' ask`, 'if true; then ask; fi', '"sh" "$(echo ask)"'])(
    'nothing of a replaced line runs: %s',
    async (line) => {
      const file = asks(line, 'hi bo\n')
      for (const way of ['interactive', 'stdin'] as const) {
        expect((await verifiedWith(['true'], file, way))?.verdict).toBe('WA')
        expect((await verifiedWith(['sh', '-c', ask], file, way))?.verdict).toBe('AC')
      }
    },
  )

  test.each<[line: string, command: string[], words: readonly string[]]>([
    ['ortho -n 3', ['./new', '-x'], ['./new', '-x', '-n', '3']],
    ["TZ=UTC ortho -n '3 4'", ['./new'], ['./new', '-n', '3 4']],
    ['ortho -n 3', ['./new', '{}', 'x'], ['./new', '-n', '3', 'x']],
    ['ortho -n 3 | cat', ['./new'], ['./new']],
    ['./old -n 3', ['./new'], ['./new']],
    ["'./my old' -n 3", ['./new', '{}'], ['./new', '-n', '3']],
    ['python3 old.py --loud x\\ y', ['ruby', 'new.rb', '{}'], ['ruby', 'new.rb', '--loud', 'x y']],
  ])('the arguments of %s follow where %j says so', (line, command, words) => {
    const transcript = parseTranscript('x', `$ ${line}\n`)
    expect(commandOf(transcript, gameOf(line, ourGames()), command)).toEqual(words)
  })

  test.each(['python3 -u old.py -n 3', './old -n 3; ./old', './old $(./old)', './old "$x"'])(
    'what {} stands for in %s cannot be told',
    (line) => {
      const transcript = parseTranscript('x', `# One.\n$ ${line}\n`)
      const words = () => commandOf(transcript, undefined, ['./new', '{}'])
      expect(words).toThrow(/^x:2: its arguments, \{\}, cannot be/)
    },
  )
})

test('places that can be read in too many ways are an error', { tags: 'slow' }, async () => {
  const file = says('# varies: a|aa', `perl -e "print qq(a) x 20000"`, 'a'.repeat(20_000))
  expect(await verified(file)).toEqual([expect.stringMatching(/^x\.transcript: # varies takes too long to compare/)])
})

test.each([
  [asks('ask', '<<<<<<< HEAD\nhi bo\n=======\nho bo\n>>>>>>> other\n'), ':4: a conflict of Git: choose one side'],
  [
    `# Not replayed: <hidden> …\n${asks('ask', 'hi bo\n').replace('name? bo', 'name? <hidden>')}`,
    ':4: write what you typed in place of <hidden>, which was not shown',
  ],
  ["# unprompted: a\n$ sh -c 'echo\na\n", ":2: a quote is not closed: sh -c 'echo"],
  ['# unprompted: a b\n$ cat\na\n', ": 'unprompted' names 'b', which is not a line of the session"],
  [`# compare: case\n${asks('ask', 'x'.repeat(2 ** 20 + 1))}`, ": 'compare' has a reply of more than"],
])('what is no session is an error with its line: %.60j', async (file, error) => {
  const parsed = async () => verifier.verify(parseTranscript('x.transcript', file))
  await expect(parsed()).rejects.toThrow(`x.transcript${error}`)
})

describe('the report says what to do about a transcript that is misread', () => {
  const repeats = `sh -c 'while printf "cmd> "; read -r l; do case $l in q) exit;; *) echo "cmd> $l"; esac; done'`
  const help = (settings: string) =>
    `# prompt: ^cmd> \n${settings}$ ${repeats}\ncmd> add\ncmd> add\ncmd> hi\ncmd> hi\ncmd> q\n`
  const late = (prompt: string) =>
    `# prompt: ${prompt}\n$ sh -c 'while printf "gap> "; read -r l; do case $l in p) printf end;; q) exit;; *) echo "$l"; esac; done'\n` +
    'gap> p\nendgap> 1\n1\ngap> q\n'
  const sure = (settings: string) => `# unprompted: ''\n${settings}$ echo Sure; echo; read a; echo yes\nSure\n\n\nyes\n`

  test.each([
    ['output that equals an answer without a prompt', sure(''), "line 4 is output .*: '# unanswered: 1' says so$"],
    ['output that begins like a prompt', help(''), "line 4 is output that looks .*: '# unanswered: 2' says so$"],
    ['more of it', help('# unanswered: 2\n'), "line 7 is output that looks .*: '# unanswered: 2 4' says so$"],
    [
      'a blank that the pattern leaves out',
      asks('ask', 'hi bo\n').replace('\\? ', '\\?'),
      "in line 3 a blank follows the prompt \\^name\\\\\\?: end '# prompt:' with \\\\s$",
    ],
    [
      'a prompt after other output',
      late('^gap>\\s'),
      "'endgap> ' in line 4 does not match the prompt \\^gap>\\\\s, as other output .*: leave out the \\^$",
    ],
    [
      'a question that does not match the prompt',
      asks('ask', 'hi bo\n').replace('^name', '^NAME'),
      "if it asks there: 'name\\? ' in line 3 does not match the prompt",
    ],
  ])('%s', async (_, file, advice) => {
    expect((await verified(file, impatient))[0]).toMatch(new RegExp(`^(WA|ILE): .*; ${advice}`))
  })

  test('what the advice says helps', async () => {
    for (const file of [sure('# unanswered: 1\n'), help('# unanswered: 2 4\n'), late('gap>\\s')])
      expect(await verified(file)).toEqual(['AC', 'AC'])
  })
})

test('a program that ends when its input does is told so, as Node does after rl.close()', async () => {
  const program =
    "require('readline').createInterface({ input: process.stdin }).once('line', function () { this.close() })"
  const [why] = await verified(`# prompt: ^>\\s\n$ printf '> '; node -e "${program}"\n> a\n`, impatient)
  expect(why).toMatch(/^TLE: does not end before its input does \(in Node, /)
})

const greets = "Hello, $name!\\nIt's late.\\n"
const loose = '# compare: whitespace case\n# status: any\n'
test.each([
  ['a prompt without its blank', 'name?', greets, '', 'WA white space'],
  ['a blank too many, and an empty line', 'name?  ', greets.replace('late', 'late\\n\\n'), '', 'WA white space'],
  ['no blank where there is one', 'name? ', greets.replace(', ', ','), '', 'WA white space'],
  ['other capitals', 'Name? ', greets.replace('late', 'LATE'), '', 'WA capitals'],
  ['no last newline', 'name? ', greets.replace(/..$/, ''), '', 'WA last newline'],
  ['CR LF', 'name? ', greets.replaceAll('\\n', '\\r\\n'), '', 'WA CR LF'],
  ['another status', 'name? ', greets, 'exit 3', 'RTE exit status'],
  ['standard error, where none is allowed', 'name? ', greets, 'echo oh >&2', 'RTE standard error', '# stderr: none\n'],
  ['both', 'name? ', greets, 'echo oh >&2; exit 3', 'RTE undefined', '# stderr: none\n'],
  ['other words', 'name? ', greets.replace('late', 'early'), '', 'WA undefined'],
  ['capitals and a blank', 'Name?', greets, '', 'WA undefined'],
  ['capitals and a status', 'Name? ', greets, 'exit 3', 'WA undefined'],
  ['words, where little does not count', 'NAME?  ', 'hello, $name!\\r\\n\\nIT is', 'exit 3', 'WA undefined', loose],
  ['what does not count', 'NAME?  ', "hello, $name!\\r\\n\\nIT's late.", 'exit 3', 'AC undefined', loose],
])('a failure that differs in little says in what: %s', async (_, asking, greet, more, expected, settings = '') => {
  const code = `printf '${asking}'; read -r name; printf "${greet}"; ${more}`
  const file = `${settings}# prompt: ^name\\? \n$ sh ask.sh\nname? Ada\nHello, Ada!\nIt's late.\n`
  for (const way of ['interactive', 'stdin'] as const) {
    const report = await verifiedWith(['sh', '-c', code], file, way, 300)
    expect(`${report?.verdict} ${report?.failure?.only}`).toBe(expected)
  }
})
