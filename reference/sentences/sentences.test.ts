import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../harness/base/package-root.ts'
import type { Game } from '../game.ts'
import { ordo } from '../ordo/ordo.ts'
import { ortho } from '../ortho.ts'
import { ticTacToe } from '../tic-tac-toe.ts'

const games: Readonly<Record<string, Pick<Game<never>, 'rules'>>> = {
  'tic-tac-toe': ticTacToe,
  ortho: ortho(5, 4),
  ordo: ordo('ordo'),
  'ordo-x': ordo('ordo-x'),
}

const page = (path: string) => readFileSync(join(packageRoot, path), 'utf8')
const asLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The quotations of a source. */
function quotationsOf(source: string): string[] {
  const [section = ''] = page('reference/sentences/README.md').split(`\n## ${source}\n`)[1]?.split('\n## ') ?? []
  return [...section.matchAll(/^- (.*)$/gm)].map(([, quotation = '']) => asLine(quotation))
}

/** The text below a heading, without emphasis and code marks. */
function sectionOf(at: string): string {
  const [path = '', anchor] = at.split('#')
  const [, section = ''] =
    page(path)
      .split(/^(?=#+ )/m)
      .map((text) => /^#+ (.*)\n([\s\S]*)$/.exec(text)?.slice(1) ?? [])
      .find(
        ([heading = '']) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w _-]/g, '')
            .replaceAll(' ', '-') === anchor,
      ) ?? []
  return asLine(section.replace(/[*`|]|^- /gm, ''))
}

describe.each(Object.entries(games))('the sentences of %s', (_, { rules = [] }) => {
  const quoted = rules.flatMap(({ id, sentence, source, quote = '' }) =>
    source ? [{ id, sentence, source, quote }] : [],
  )

  test('are quoted word for word', () => {
    expect(quoted.length).toBeGreaterThan(10)
    const wrong = quoted.filter(
      ({ source, quote }) => !quotationsOf(source).some((text) => text.includes(asLine(quote))),
    )
    expect(wrong).toEqual([])
  })

  test('are all that the source says', () => {
    for (const source of new Set(quoted.map(({ source }) => source))) {
      const left = quotationsOf(source).map((text) => {
        const isQuoted = Array.from(text, () => false)
        for (const { quote } of quoted) {
          const at = text.indexOf(asLine(quote))
          if (at !== -1) isQuoted.fill(true, at, at + asLine(quote).length)
        }
        return [...text].filter((_, index) => !isQuoted[index]).join('')
      })
      // A word that joins two sentences may stay.
      expect(left.filter((rest) => rest.replace(/\W/g, '').length > 5)).toEqual([])
    }
  })

  test('stand on our page where they say, if the source does not have them', () => {
    const ours = rules.filter(({ sentence, quote }) => sentence !== quote)
    expect(ours.length).toBeGreaterThan(3)
    expect(
      ours.filter(({ sentence, at = '' }) => !sectionOf(at).includes(asLine(sentence))).map(({ id }) => id),
    ).toEqual([])
  })

  test('have a heading that is there', () => {
    expect(rules.filter(({ at = '' }) => sectionOf(at) === '').map(({ id }) => id)).toEqual([])
  })

  test('have an id of their own', () => {
    const ids = rules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})
