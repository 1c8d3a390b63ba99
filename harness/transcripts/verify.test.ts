import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { ourGames } from '../games/find.ts'
import { excerptOf } from '../report/difference.ts'
import { needsCalls, testFolder } from '../run/test-helpers.ts'
import { gameOf, replacementOf } from './command.ts'
import { parseTranscript } from './transcript.ts'
import { reportOfError, Verifier } from './verify.ts'

const verifier = new Verifier({ limits: { milliseconds: 2000 }, games: ourGames() })
afterAll(verifier.close)

/** For programs that fall silent. */
const impatient = new Verifier({ limits: { milliseconds: 200 }, games: [] })
afterAll(impatient.close)

const { folder } = testFolder()

/** Runs a transcript. @returns for each way its verdict and why it failed, or why it could not be run */
async function verified(file: string, by = verifier): Promise<string[]> {
  const reports = await by.verify(parseTranscript('x.transcript', file)).catch((error) => [reportOfError('x', error)])
  return reports.map((one) => [one.verdict, one.failure?.sentence, one.error].filter(Boolean).join(': '))
}

const data = (name: string) => join(packageRoot, 'harness/transcripts/test-data', name).replaceAll(' ', '\\ ')

/** A session with a program that asks for a name, and greets. */
const asks = (command: string, reply: string) =>
  `# prompt: ^name\\? \n$ ${command.replace('ask', `sh ${data('asks-a-name.sh')}`)}\nname? bo\n${reply}`

test.each([
  ['ask; echo more', 'hi bo\nmore\n', 'AC'],
  ['ask && echo more', 'hi bo\nmore\n', 'AC'],
  ['ask | cat', 'hi bo\n', 'AC'],
  ['(ask)', 'hi bo\n', 'AC'],
  ['V=more sh -c \'ask; echo "$V"\'', 'hi bo\nmore\n', 'AC'],
  ["ask; echo 'a;b' # a note", 'hi bo\na;b\n', 'AC'],
  ['exec ask', 'hi bo\n', 'AC'],
  ['ask; echo more', 'hi bo\n', 'WA'],
  ['ask && false', 'hi bo\n', 'RTE'],
])('a shell runs the whole of a line: %s, %j is %s', async (command, reply, verdict) => {
  const verdicts = (await verified(asks(command, reply))).map((sentence) => sentence.split(':')[0])
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
  const recorded = parseTranscript('x', `$ tic-tac-toe\n${session}X won.\n`)
  const ruleBrokenBy = async (end: string) => {
    const command = ['sh', '-c', 'for output; do printf "$output"; read -r _; done', 'sh', ...turns, end]
    const other = new Verifier({ command, limits: { milliseconds: 2000 }, games: ourGames() })
    const [report] = await other.verify(recorded, 'interactive').finally(other.close)
    return [report?.verdict, report?.failure?.rule?.id]
  }
  expect(await ruleBrokenBy('XXX\nOO.\n...\nX won.\n')).toEqual(['WA', undefined])
  expect(await ruleBrokenBy('O won.\n')).toEqual(['WA', 'row'])
})

test('programs do not see in which zone, language or terminal they run, but what a transcript says', async () => {
  for (const name of ['TZ', 'LANG', 'LC_ALL', 'LC_TIME', 'COLUMNS', 'FORCE_COLOR', 'TERM']) vi.stubEnv(name, 'x')
  const other = new Verifier({ limits: { milliseconds: 2000 }, games: [] })
  const say = 'echo "$TZ $LANG $LC_ALL$LC_TIME $COLUMNS$FORCE_COLOR $TERM"'
  const seen = async (head: string, said: string) => {
    const [report] = await other.verify(parseTranscript('x', `# unprompted:\n${head}\n${said}\n`), 'stdin')
    return report?.failure?.turns.map(({ actual }) => actual).join('') ?? report?.verdict
  }
  expect(await seen(`$ sh -c '${say}'`, 'UTC C.UTF-8   dumb')).toBe('AC')
  expect(await seen(`# env: TZ=Asia/Tokyo LC_TIME='a b'\n$ sh -c '${say}'`, 'Asia/Tokyo C.UTF-8 a b  dumb')).toBe('AC')
  expect(await seen(`$ COLUMNS=40 LANG=C sh -c '${say}'`, 'UTC C  40 dumb')).toBe('AC')
  other.close()
  vi.unstubAllEnvs()
})

describe('another command replaces the whole recorded line', () => {
  const old = `sh ${data('asks-a-name.sh')}`
  const recorded = (line: string) => `# prompt: ^name\\? \n$ ${line}\nname? bo\nhi bo\n`
  const by = async (line: string, ...command: string[]) => {
    const other = new Verifier({ limits: { milliseconds: 2000 }, games: ourGames(), command })
    return verified(recorded(line), other).finally(other.close)
  }

  test.each([
    old,
    `cd . && ${old}`,
    `(${old})`,
    `A=$(: old) B='x y' ${old}`,
    `if true; then ${old}; fi`,
    `"sh" "$(echo ${data('asks-a-name.sh')})"`,
  ])('nothing of a replaced line runs: %s', async (line) => {
    for (const verdict of await by(line, 'true')) expect(verdict).toMatch(/^WA: /)
    expect(await by(line, 'sh', data('asks-a-name.sh').replaceAll('\\ ', ' '))).toEqual(['AC', 'AC'])
  })

  test.each<[line: string, command: string[], words: readonly string[]]>([
    ['ortho -n 3', ['./new', '-x'], ['./new', '-x', '-n', '3']],
    ["TZ=UTC ortho -n '3 4'", ['./new'], ['./new', '-n', '3 4']],
    ['ortho -n 3', ['./new', '{}', 'x'], ['./new', '-n', '3', 'x']],
    ['ortho -n 3 | cat', ['./new'], ['./new']],
    ['./old -n 3', ['./new'], ['./new']],
    ["'./my old' -n 3", ['./new', '{}'], ['./new', '-n', '3']],
    ['python3 old.py --loud x\\ y', ['ruby', 'new.rb', '{}'], ['ruby', 'new.rb', '--loud', 'x y']],
    ['./old', ['./new', '{}'], ['./new']],
  ])('the arguments of %s follow where %j says so', (line, command, words) => {
    const transcript = parseTranscript('x', `$ ${line}\n`)
    expect(replacementOf(transcript, command, gameOf(line, ourGames()))).toEqual(words)
  })

  test.each(['python3 -u old.py -n 3', 'bc -q old.bc', './old -n 3; ./old', './old $(./old)', './old "$x"'])(
    'what {} stands for in %s cannot be told',
    (line) => {
      const transcript = parseTranscript('x', `# One.\n$ ${line}\n`)
      expect(() => replacementOf(transcript, ['./new', '{}'], undefined)).toThrow(
        /^x:2: its arguments, \{\}, cannot be/,
      )
    },
  )
})

/** A session with a program that does this when it knows a name. */
const says = (settings: string, script: string, session: string) =>
  `# prompt: ^name\\? \n${settings}\n$ sh -c 'printf "name? "; read -r n; ${script}'\nname? bo\n${session}`

const now = '$(date +%S%N)'
test.each<[settings: string, script: string, session: string, verdict: RegExp]>([
  ['# varies: number', `echo "It is ${now}."`, 'It is 12345.\n', /^AC$/],
  ['# varies: \\d+ms', `echo "took ${now}ms of 5 s"`, 'took 3ms of 5 s\n', /^AC$/],
  ['# varies: number', `echo "It is ${now}!"`, 'It is 12345.\n', /^WA: wrong output, at /],
])('what varies may differ, and no more than that: %s, %s', async (settings, script, session, verdict) => {
  const verdicts = await verified(says(settings, script, session))
  expect(verdicts).toEqual([expect.stringMatching(verdict), expect.stringMatching(verdict)])
})

test('places that can be read in too many ways are an error', { tags: 'slow' }, async () => {
  const letters = 'a'.repeat(20_000)
  const file = says('# varies: a|aa', `perl -e "print qq(a) x 20000"`, letters)
  expect(await verified(file)).toEqual([expect.stringMatching(/^x\.transcript: # varies takes too long to compare/)])
})

test('a difference shows what varies as it was written; the report counts it', async () => {
  const recorded = says('# varies: \\d+ms', `echo "took ${now}ms"; echo "done"`, 'took 3ms\ndone\n')
  const [failed] = await verifier.verify(parseTranscript('x', recorded.replace('\ndone', '\ngone')), 'interactive')
  expect(failed?.failure && excerptOf(failed.failure)).toEqual([
    '  name? bo',
    expect.stringMatching(/^ {2}took \d{5,}ms$/),
    ...['- gone␊', '+ done␊', '  ^'],
  ])
  const [passed] = await verifier.verify(parseTranscript('x', recorded), 'interactive')
  expect(passed?.varied).toBe(1)
})

test.each<[head: string, after: string, session: string, verdicts: string[]]>([
  ['', '', '^D', ['AC', 'AC']],
  ['', '', '^D\n', ['AC', 'AC']],
  ['', 'echo', '^D\n', ['AC', 'AC']],
  ['', 'echo bye', '^D\n', ['WA', 'WA']],
  ['', 'echo', '^D', ['WA', 'WA']],
  ['# compare: exact\n', '', '^D\n', ['WA', 'WA']],
])('the last newline of a file that ends in ^D may be an editor’s: %j, %j, %j', async (head, after, end, verdicts) => {
  const command = `sh -c 'printf "> "; cat; ${after || ':'}'`
  const found = await verified(`${head}# prompt: ^> \n$ ${command}\n> ${end}`)
  expect(found.map((verdict) => verdict.slice(0, 2))).toEqual(verdicts)
})

test.each([
  [
    asks('ask', '<<<<<<< HEAD\nhi bo\n=======\nho bo\n>>>>>>> other\n'),
    'x.transcript:4: a conflict of Git: choose one',
  ],
  [
    `# Not replayed: <hidden> …\n${asks('ask', 'hi bo\n').replace('name? bo', 'name? <hidden>')}`,
    'x.transcript:4: write what you typed in place of <hidden>, which was not shown',
  ],
  ["# unprompted: a\n$ sh -c 'echo\na\n", "x.transcript:2: a quote is not closed: sh -c 'echo"],
  ['# unprompted: a b\n$ cat\na\n', "x.transcript: 'unprompted' names 'b', which is not a line of the session"],
  [`# compare: case\n${asks('ask', 'x'.repeat(2 ** 20 + 1))}`, "x.transcript: 'compare' has a reply of more than"],
])('what is no session is an error with its line: %.60j', async (file, error) => {
  const parsed = async () => verifier.verify(parseTranscript('x.transcript', file))
  await expect(parsed()).rejects.toThrow(error)
})

describe('the report says what to do about a transcript that is misread', () => {
  const help = (settings: string) =>
    `# prompt: ^cmd> \n${settings}$ sh ${data('writes-its-prompt.sh')}\n` +
    'cmd> help\ncmd> add 1    adds one\ncmd> quit     ends\ncmd> hi\ncmd> hi\ncmd> quit\n'

  test('output that equals an answer without a prompt', async () => {
    const says = (settings: string) =>
      `# unprompted: ''\n${settings}$ echo Sure; echo; read a; echo yes\nSure\n\n\nyes\n`
    const [why] = await verified(says(''))
    expect(why).toMatch(/^WA: .*; line 4 is output that looks like an answer: '# unanswered: 1' says so$/)
    expect(await verified(says('# unanswered: 1\n'))).toEqual(['AC', 'AC'])
  })

  test('output that begins like a prompt', async () => {
    const [why] = await verified(help(''))
    expect(why).toMatch(/^WA: .*; line 4 is output that looks like an answer: '# unanswered: 2' says so$/)
    const [next] = await verified(help('# unanswered: 2\n'))
    expect(next).toMatch(/; line 6 is output that looks like an answer: '# unanswered: 2 3' says so$/)
    expect(await verified(help('# unanswered: 2 3 5\n'))).toEqual(['AC', 'AC'])
  })

  const late = (prompt: string) =>
    `# prompt: ${prompt}\n$ sh ${data('asks-behind-output.sh')}\ngap> p\nfunction endgap> 1\n1\ngap> q\n`

  test('a prompt after other output', async () => {
    const why = "'function endgap> ' in line 4 does not match the prompt ^gap>\\s, as other output stands before it"
    const [lineByLine, atOnce] = await verified(late('^gap>\\s'), impatient)
    expect(lineByLine).toMatch(/^ILE: waits for a line; /)
    for (const sentence of [lineByLine, atOnce]) expect(sentence).toContain(`; ${why}: leave out the ^`)
    expect(await verified(late('gap>\\s'))).toEqual(['AC', 'AC'])
  })

  test('a menu that ends its line, where the session stops', needsCalls(), async () => {
    const [why] = await verified('# prompt: ^> \n$ echo menu; read -r x\nmenu\n', impatient)
    expect(why).toMatch(/^TLE: does not end: waits for a line, /)
  })

  test('a program that ends when its input does, as Node does after rl.close()', async () => {
    const program =
      "require('readline').createInterface({ input: process.stdin }).once('line', function () { this.close() })"
    const [why] = await verified(`# prompt: ^>\\s\n$ printf '> '; node -e "${program}"\n> a\n`, impatient)
    expect(why).toMatch(/^TLE: does not end before its input does \(in Node, /)
  })

  test('a question that does not match the prompt', async () => {
    const [why] = await verified(asks('ask', 'hi bo\n').replace('name', 'NAME'), impatient)
    expect(why).toMatch(/^ILE: .*; if it asks there: 'name\? ' in line 3 does not match the prompt \^NAME\\\? $/)
  })
})

test('a prompt that goes on with a blank, which its pattern leaves out', async () => {
  const [why] = await verified("# prompt: ^name\\?\n$ printf 'name? '; read -r n; echo $n\nname? bo\nbo\n")
  expect(why).toMatch(/^WA: .*; in line 3 a blank follows the prompt \^name\\\?: end '# prompt:' with \\s$/)
})

describe('a failure that differs in little says in what', () => {
  const head = '# prompt: ^name\\? \n$ sh ask.sh\n'
  const session = "name? Ada\nHello, Ada!\nIt's late.\n"
  /** A program that asks and greets, but for what it has of its own. */
  const program = (ask: string, greet: string, more = '') => `printf '${ask}'; read -r name; printf "${greet}"; ${more}`
  const greets = "Hello, $name!\\nIt's late.\\n"
  const failed = async (code: string, settings = '', way: 'interactive' | 'stdin' = 'interactive') => {
    const other = new Verifier({ limits: { milliseconds: 300 }, games: [], command: ['sh', '-c', code] })
    const [report] = await other.verify(parseTranscript('x.transcript', `${settings}${head}${session}`), way)
    other.close()
    return `${report?.verdict} ${report?.failure?.only}`
  }

  test.each([
    ['a prompt without its blank', 'name?', greets, '', 'WA white space'],
    ['a blank too many, and an empty line', 'name?  ', greets.replace('late', 'late\\n\\n'), '', 'WA white space'],
    ['no blank where there is one', 'name? ', greets.replace(', ', ','), '', 'WA white space'],
    ['other capitals', 'Name? ', greets.replace('late', 'LATE'), '', 'WA capitals'],
    ['no last newline', 'name? ', greets.replace(/..$/, ''), '', 'WA last newline'],
    ['CR LF', 'name? ', greets.replaceAll('\\n', '\\r\\n'), '', 'WA CR LF'],
    ['another status', 'name? ', greets, 'exit 3', 'RTE exit status'],
    ['other words', 'name? ', greets.replace('late', 'early'), '', 'WA undefined'],
    ['capitals and a blank', 'Name?', greets, '', 'WA undefined'],
    ['capitals and a status', 'Name? ', greets, 'exit 3', 'WA undefined'],
  ])('%s', async (_, ask, greet, more, expected) => {
    const code = program(ask, greet, more)
    expect(await failed(code)).toBe(expected)
    expect(await failed(code, '', 'stdin')).toBe(expected)
  })

  test('standard error, where none is allowed', async () => {
    expect(await failed(program('name? ', greets, 'echo oh >&2'), '# stderr: none\n')).toBe('RTE standard error')
  })

  test('nothing, if the transcript says that it does not count', async () => {
    const settings = '# compare: whitespace case\n# status: any\n'
    expect(await failed(program('NAME?  ', 'hello, $name!\\r\\n\\nIT is', 'exit 3'), settings)).toBe('WA undefined')
    expect(await failed(program('NAME?  ', "hello, $name!\\r\\n\\nIT's late.", 'exit 3'), settings)).toBe(
      'AC undefined',
    )
  })
})

test('a failure counts at once, or only if the session fails again', async () => {
  const played = async (name: string, confirms: boolean) => {
    const failsOnce = `# unprompted:\n$ cd ${folder}; test -e ${name} && echo right || { touch ${name}; echo wrong; }\nright\n`
    const [report] = await verifier.verify(parseTranscript('x', failsOnce), 'stdin', confirms)
    return [report?.verdict, report?.retriesPassed]
  }
  expect(await played('a', false)).toEqual(['WA', undefined])
  expect(await played('b', true)).toEqual(['AC', 1])
})
