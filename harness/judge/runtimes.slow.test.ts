import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { findEntries } from '../entries/entry.ts'
import { versionOf } from '../entries/runtimes.ts'
import { packageRoot } from '../games/package-root.ts'
import type { Report } from '../report/report.ts'
import { openSandbox } from '../run/sandbox.ts'
import { judge } from './judge.ts'
import { planner } from './plan.ts'

/** A right program for each runtime that no record is written for. */
const programs: Readonly<Record<string, string>> = {
  'ruby-stdin/plain.rb': `
lines = %w[012 345 678 036 147 258 048 246]
fields = '.' * 9
player = 'X'
loop do
  puts fields.scan(/.../)
  loop do
    print player, '> '
    answer = (gets or puts or exit).chomp
    if answer =~ /\\A[0-8]\\z/ && fields[answer.to_i] == '.'
      fields[answer.to_i] = player
      break
    end
    puts 'invalid.'
  end
  if lines.any? { |line| line.chars.all? { |field| fields[field.to_i] == player } }
    puts player + ' won.'
    exit
  end
  unless fields.include? '.'
    puts 'tie.'
    exit
  end
  player = player == 'X' ? 'O' : 'X'
end
`,
  'php-interactive/plain.php': `<?php
$lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
$fields = '.........';
for ($turn = 0; ; $turn++) {
    $player = 'XO'[$turn % 2];
    echo chunk_split($fields, 3, "\\n");
    for (;;) {
        echo "$player> ";
        $answer = fgets(STDIN);
        if ($answer === false) exit("\\n");
        $answer = rtrim($answer, "\\n");
        if (preg_match('/^[0-8]$/D', $answer) && $fields[$answer] == '.') break;
        echo "invalid.\\n";
    }
    $fields[$answer] = $player;
    foreach ($lines as $line) {
        $marks = 0;
        foreach (str_split($line) as $field) $marks += $fields[$field] == $player;
        if ($marks == 3) exit("$player won.\\n");
    }
    if ($turn == 8) exit("tie.\\n");
}
`,
  'lua-args/plain.lua': `
local lines = { '012', '345', '678', '036', '147', '258', '048', '246' }
local fields, player, next = '.........', 'X', 0
while true do
  print((fields:gsub('(...)(...)(...)', '%1\\n%2\\n%3')))
  local field
  repeat
    io.write(player, '> ')
    next = next + 1
    local answer = arg[next]
    if not answer then print() os.exit() end
    field = answer:match('^[0-8]$')
    if field and fields:sub(field + 1, field + 1) ~= '.' then field = nil end
    if not field then print('invalid.') end
  until field
  fields = fields:sub(1, field + 0) .. player .. fields:sub(field + 2)
  for _, line in ipairs(lines) do
    local marks = 0
    for digit in line:gmatch('.') do
      if fields:sub(digit + 1, digit + 1) == player then marks = marks + 1 end
    end
    if marks == 3 then print(player .. ' won.') os.exit() end
  end
  if not fields:find('.', 1, true) then print('tie.') os.exit() end
  player = player == 'X' and 'O' or 'X'
end
`,
  'c-interactive/plain.c': `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main() {
  char fields[] = ".........", line[99], *lines = "012345678036147258048246";
  for (int turn = 0;; turn++) {
    char player = "XO"[turn % 2];
    printf("%.3s\\n%.3s\\n%s\\n", fields, fields + 3, fields + 6);
    for (;;) {
      printf("%c> ", player);
      fflush(stdout);
      if (!fgets(line, 99, stdin)) return puts(""), 0;
      if (strlen(line) == 2 && *line >= '0' && *line < '9' && fields[*line - '0'] == '.') break;
      puts("invalid.");
    }
    fields[*line - '0'] = player;
    for (int i = 0; i < 24; i += 3)
      if (fields[lines[i] - '0'] == player && fields[lines[i + 1] - '0'] == player && fields[lines[i + 2] - '0'] == player)
        return printf("%c won.\\n", player), 0;
    if (turn == 8) return puts("tie."), 0;
  }
}
`,
}

const folder = mkdtempSync(join(tmpdir(), 'ninehole-runtimes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, source: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, source)
  return file
}

const sandbox = await openSandbox('auto')
const planOf = planner({ suites: ['fixtures', 'leftover'], seed: 1, real: true })

async function judged(path: string, options: Partial<Parameters<typeof judge>[3]> = {}) {
  const [entry] = findEntries([path])
  if (entry === undefined) throw new Error(path)
  const limits = { milliseconds: 10_000 }
  return judge(entry, ticTacToe, planOf(ticTacToe, entry), { limits, exact: true, onSession() {}, ...options })
}

describe.for(Object.entries(programs))('%s', ([path, source]) => {
  const right = write(`tic-tac-toe/${path}`, source)
  const wrong = write(`wrong/tic-tac-toe/${path}`, source.replace('tie.', 'tie'))

  test.for([
    ['without a sandbox', {}],
    [sandbox.name, { sandbox }],
  ] as const)('is accepted, %s', async ([, options], { skip, expect }) => {
    const { verdict, skipped, failure } = await judged(right, options)
    if (skipped !== undefined) skip(skipped)
    expect([verdict, failure]).toEqual(['AC', null])
  })

  test('with another message is rejected', async ({ skip, expect }) => {
    const { verdict, skipped } = await judged(wrong, { sandbox })
    if (skipped !== undefined) skip(skipped)
    expect(verdict).toBe('WA')
  })

  test('has a runtime that tells its version', async ({ skip, expect }) => {
    const [entry] = findEntries([right])
    const version = entry && (await versionOf(entry.runtime))
    if (version === undefined) skip('not installed')
    expect(version).toMatch(/^\d+\.\d/)
  })
})

test('what does not compile is a usage error with the line', async ({ skip }) => {
  const path = write('bad/tic-tac-toe/c-stdin/bad.c', 'int main() {\n  return x;\n}\n')
  const [entry] = findEntries([path])
  if (entry === undefined || (await versionOf(entry.runtime)) === undefined) skip('no C compiler')
  for (const options of [{}, { sandbox }]) await expect(judged(path, options)).rejects.toThrow(/bad\.c:2: error: .*x/)
})

describe('a project with a runtime of its own', () => {
  const described = (text: string) => write('project/ninehole.runtimes.json', text)
  const ninehole = (...args: string[]) =>
    execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], {
      cwd: join(folder, 'project'),
      reject: false,
    })
  const right = `${join(packageRoot, 'solutions/tic-tac-toe/bash-stdin/record.sh')}`

  test('has its entries judged', async () => {
    described(`[
  // Comments are allowed.
  { "name": "bourne", "extension": ".bourne", "run": ["bash", "{file}"], "version": ["bash", "--version"] }
]`)
    write('project/solutions/tic-tac-toe/bourne-stdin/mine.bourne', `. ${right}`)
    const { stdout, stderr } = await ninehole('judge', '--sandbox', 'off', '--suite', 'fixtures', '--reporter', 'json')
    const { cases, machines } = JSON.parse(stdout) as Report
    expect([cases[0], stderr]).toEqual([expect.objectContaining({ runtime: 'bourne', verdict: 'AC' }), ''])
    expect(machines?.[0]?.runtimes.bourne).toMatch(/^\d/)
  })

  test.each([
    ['{', '1: not JSON: CloseBraceExpected'],
    ['[\n  3\n]', '2: not a list of runtimes: 0: it must be Object, not 3'],
    ['[\n  { "name": "a", "extension": ".a" }\n]', '2: not a list of runtimes: 0.run: it is missing'],
    [
      '[\n  { "name": "a",\n    "extension": "a", "run": ["a", "{file}"] }\n]',
      '3: not a list of runtimes: 0.extension: it must be like .tcl',
    ],
    [
      '[\n  { "name": "a", "extension": ".a",\n    "run": ["a"] }\n]',
      '3: not a list of runtimes: 0.run: the word {file} is missing, or {program} if there is a "compile"',
    ],
    [
      '[\n  { "name": "a", "extension": ".a", "run": ["a", "{file}"],\n    "color": "red" }\n]',
      '3: not a list of runtimes: 0.color: there is no such key',
    ],
    [
      '[\n  { "name": "perl", "extension": ".a", "run": ["a", "{file}"] }\n]',
      '2: not a list of runtimes: 0: there is a runtime of this name already',
    ],
  ])('is told what is wrong with %j', async (text, message) => {
    described(text)
    const { exitCode, stderr } = await ninehole('judge')
    expect([exitCode, stderr]).toEqual([2, `ninehole: ninehole.runtimes.json:${message}`])
  })
})
