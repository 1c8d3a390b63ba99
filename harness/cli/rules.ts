import { basename } from 'node:path'
import type { Game, Rule } from '../../reference/game.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { findGame, ourGames, parseGame } from '../games/find.ts'
import { isTested } from '../games/rules.ts'
import { type RuleTable, type TestedRule, tableOfRules } from '../judge/rules.ts'
import { placeOf } from '../report/breaks.ts'
import { asJson } from '../report/json.ts'
import { print } from '../report/output.ts'
import { andMore, colors, columns, markdown, printable } from '../report/text.ts'

/** `ninehole rules [GAME …]`: each sentence of the rules, and what tests it; without GAME, the games with rules. */
export async function rulesVerb(
  name: string | undefined,
  args: readonly string[],
  { reporter }: { reporter: string },
  host: Host,
): Promise<number> {
  const format = reporter as keyof typeof reporters
  if (name === undefined) {
    print(host, listers[format](ourGames().map((found) => listed(parseGame(found, [], found.name), host.cwd))))
    return 0
  }
  const game = await findGame(name, args, host.cwd)
  if (game.rules === undefined) throw new UsageError(name, 'the game has no rules')
  const page = pageOf(game, host.cwd)
  const first = format === 'table' && page !== undefined ? `${printable(page)}\n\n` : ''
  print(host, first + reporters[format](tableOfRules(game, host.cwd)))
  return 0
}

/** The page of a game's rules, as a path from the current folder. */
const pageOf = ({ rules = [] }: Game<unknown>, cwd: string) =>
  rules.flatMap(({ at }) => at?.split('#')[0] ?? []).map((page) => placeOf(page, cwd))[0]

const listHead = ['game', 'rules', 'sentences']
const listed = (game: Game<unknown>, cwd: string) => ({ game: game.name, page: pageOf(game, cwd) })
type Listed = ReturnType<typeof listed>
const listRow = ({ game, page = '' }: Listed) => [game, page, `npx ninehole rules ${game}`]

const listers = {
  table: (games: readonly Listed[]) => `${columns(listHead, games.map(listRow))}\n`,
  json: asJson,
  markdown: (games: readonly Listed[]) => `${markdown(listHead, games.map(listRow))}\n`,
}

const reporters = {
  table: asText,
  json: ({ positions, rules }: RuleTable) => asJson({ positions, rules: rules.map(asData) }),
  markdown: ({ rules }: RuleTable) => `${markdown(head, rules.map(rowOf))}\n`,
}

const head = ['sentence', 'class', 'replies', 'suites', 'fixtures']
const rowOf = ({ rule, replies, suites, fixtures }: TestedRule) => [
  rule.sentence,
  classOf(rule),
  replies,
  suites.join(', '),
  namesOf(fixtures),
]

function classOf({ needsNoTest, cannotBeTested, recordedOnly }: Rule): string {
  if (needsNoTest !== undefined) return `needs no test: ${needsNoTest}`
  if (cannotBeTested !== undefined) return `cannot be tested: ${cannotBeTested}`
  return recordedOnly === undefined ? 'tested' : `tested by recorded sessions only: ${recordedOnly}`
}

const asData = ({ rule: { seen, ...rule }, ...shown }: TestedRule) => ({ ...rule, class: classOf(rule), ...shown })

const mostNamed = 3

const namesOf = (fixtures: readonly string[]): string => {
  const names = fixtures.slice(0, mostNamed).map((path) => basename(path, '.transcript'))
  return [...names, ...andMore(fixtures, mostNamed)].join(', ')
}

/** A row for each rule; below it, the sentence and what tests it. */
function asText({ rules, positions }: RuleTable): string {
  const counts = rules.map(({ rule, replies, suites, fixtures }) => {
    const [name = ''] = classOf(rule).split(':')
    return [rule.id, name, replies, suites.length, fixtures.length]
  })
  const [first = '', ...rows] = columns(['rule', 'class', 'replies', 'suites', 'fixtures'], counts).split('\n')
  const blocks = rows.map((row, index) => [colors.bold(row), ...(rules[index] ? below(rules[index]) : [])])
  const where =
    positions === undefined
      ? 'in sessions: there are too many positions'
      : `in ${positions.toLocaleString('en')} positions`
  const tested = rules.filter(({ rule }) => isTested(rule)).length
  const summary = `${tested} of ${rules.length} sentences are tested; replies are counted ${where}`
  return `${[first, ...blocks.flat(), '', summary].join('\n')}\n`
}

function below({ rule, suites, fixtures }: TestedRule): string[] {
  const names = namesOf(fixtures)
  const why = classOf(rule)
  return [
    rule.sentence,
    ...(why === 'tested' ? [] : [why]),
    ...(suites.length === 0 ? [] : [`suites: ${suites.join(', ')}`]),
    ...(names === '' ? [] : [`fixtures: ${names}`]),
  ].flatMap((text) => wrapped(printable(text)))
}

const wrapped = (text: string): string[] =>
  (text.match(/\S{77,}\s?|.{1,76}(?:\s|$)/g) ?? []).map((line) => `    ${line.trimEnd()}`)
