import type { AnyNode } from 'acorn'
import type { Edit } from '../run/engine/edit.ts'
import type { Row } from './rows.ts'
import { isExpression, type Place, type Source, textOf } from './source.ts'

/** The board as a text instead of an array: every place that uses it changes at once, or none can. */

const digits = '`012\n345\n678\n`'

/** What a use of the array is within, as far as it is about the array, and what it then may be. */
function rolesOf(source: Source, name: string, { node }: Place): readonly (readonly [AnyNode, string])[] {
  const around = source.nodes
    .map((place) => place.node)
    .filter((outer) => outer.start <= node.start && outer.end >= node.end && isExpression(outer) && outer !== node)
  return around.flatMap((outer): (readonly [AnyNode, string])[] => {
    const text = textOf(source, outer)
    if (text.length > 90) return []
    const index = new RegExp(`\\b${escaped(name)}\\[((?:[^\\[\\]]|\\[[^\\[\\]]*\\])+)\\]`).exec(text)?.[1]
    const [, set] = /=(?!=)\s*([\w$]+)$/.exec(text) ?? []
    if (
      outer.type === 'AssignmentExpression' &&
      index !== undefined &&
      set !== undefined &&
      outer.left.type === 'MemberExpression'
    ) {
      return [[outer, `${name}=${name}.replace(${index},${set})`]]
    }
    const found: (readonly [AnyNode, string])[] = []
    if (outer.type === 'BinaryExpression' && index !== undefined) {
      found.push(
        [outer, `!${name}.match(${index})`],
        [outer, `${name}.match(${index})`],
        [outer, `${name}.search(${index})<0`],
      )
    }
    if (/\.test$/.test(text.split('(')[0] ?? '') || /\/s?\.test\(/.test(text)) {
      const pattern = /^(\/.*\/s?)\.test\(/s.exec(text)?.[1]
      if (pattern !== undefined) found.push([outer, `${pattern.replace(/s?$/, 's')}.test(${name})`])
    }
    if (outer.type === 'CallExpression' && /^[\w$]+\.(?:every|some|includes|find|map|indexOf)\(/.test(text)) {
      found.push([outer, `!/\\d/.test(${name})`], [outer, `/\\d/.test(${name})`])
    }
    if (outer.type === 'CallExpression' || outer.type === 'BinaryExpression' || outer.type === 'AssignmentExpression') {
      if (/join|slice|replace/.test(text)) found.push([outer, `${name}.replace(/\\d/g,'.')`])
    }
    return found
  })
}

const escaped = (text: string) => text.replace(/\$/g, '\\$')

const put = ({ start, end }: AnyNode, text: string): Edit => ({ start, end, text })

export const boardAsText: Row = {
  name: 'the board as a text',
  from: "f=[...'.........'];for(;;)f[m]!='.'?a():(f[m]=p,/x/.test(f.join``)?b():f.every(c=>c!='.')&&c()),log(f.join``.replace(/.../g,'$&\\n'))",
  to: `f=${digits};for(;;)!f.match(m)?a():(f=f.replace(m,p),/x/s.test(f)?b():!/\\d/.test(f)&&c()),log(f.replace(/\\d/g,'.'))`,
  why: 'the fields are their numbers until they are taken: no indices, no join, and newlines are there already',
  find(source) {
    return source.nodes.flatMap(({ node }) => {
      if (node.type !== 'AssignmentExpression' && node.type !== 'VariableDeclarator') return []
      const [target, value] = node.type === 'AssignmentExpression' ? [node.left, node.right] : [node.id, node.init]
      if (target.type !== 'Identifier' || !value || !/fill|\.{9}|,{8}|('\.',?){9}/.test(textOf(source, value)))
        return []
      const { name } = target
      const uses = source.nodes.filter(
        (place) =>
          place.node.type === 'Identifier' &&
          place.node.name === name &&
          place.node !== target &&
          place.key !== 'params',
      )
      return combined(uses.map((use) => rolesOf(source, name, use))).map((edits) => [put(value, digits), ...edits])
    })
  },
}

/** One role for each use, in every combination that does not overlap, as long as there are not too many. */
function combined(choices: readonly (readonly (readonly [AnyNode, string])[])[]): Edit[][] {
  let all: Edit[][] = [[]]
  for (const roles of choices) {
    const next: Edit[][] = []
    for (const edits of all) {
      for (const [node, text] of roles) {
        const same = edits.find(({ start, end }) => start < node.end && end > node.start)
        if (same === undefined) next.push([...edits, put(node, text)])
        else if (same.start === node.start && same.end === node.end && same.text === text) next.push(edits)
      }
    }
    all = next.length > 600 ? [] : next
  }
  return all
}
