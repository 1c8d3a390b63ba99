import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../harness/base/package-root.ts'
import type { Game } from '../game.ts'
import { ordo } from '../ordo/ordo.ts'
import { ortho } from '../ortho.ts'
import { ticTacToe } from '../tic-tac-toe.ts'

const games: Readonly<Record<string, Game<never>>> = {
  'tic-tac-toe': ticTacToe as Game<never>,
  ortho: ortho(5, 4) as Game<never>,
  ordo: ordo('ordo') as Game<never>,
}

const asLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the text below a heading, without emphasis and code marks. */
function sectionOf(at: string): string {
  const [path = '', anchor] = at.split('#')
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w _-]/g, '')
      .replaceAll(' ', '-')
  const section = readFileSync(join(packageRoot, path), 'utf8')
    .split(/^(?=#+ )/m)
    .map((text) => /^#+ (.*)\n([\s\S]*)$/.exec(text) ?? [])
    .find(([, heading = '']) => slug(heading) === anchor)
  return asLine((section?.[2] ?? '').replace(/[*`|]|^- /gm, ''))
}

describe.each(Object.entries(games))('the rules of %s', (_, game) => {
  const { rules = [] } = game

  test('the rules stand word for word under the heading that reports link', () => {
    expect(rules.length).toBeGreaterThan(10)
    const wrong = rules.filter(({ sentence, at = '' }) => !sectionOf(at).includes(asLine(sentence)))
    expect(wrong).toEqual([])
  })

  test('no two rules have one id, and each reply has two rules', () => {
    const ids = rules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const { state, rules: ofOpening } = game.open()
    const replies = [...game.legal(state as never), ...game.illegal(state as never)].map((line) =>
      game.answer(state as never, line),
    )
    for (const obeyed of [ofOpening, ...replies.map(({ rules }) => rules)]) {
      expect(obeyed).toHaveLength(2)
      expect(ids).toEqual(expect.arrayContaining([...(obeyed ?? [])]))
    }
  })
})
