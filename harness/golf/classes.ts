import type { Class } from 'acorn'
import {
  type Change,
  changed,
  type Edit,
  isInside,
  isStatement,
  type Place,
  put,
  type Source,
  textOf,
} from './source.ts'
import type { Tokens } from './tokens.ts'

/** Makes variables and arrow functions of the members of a class, as if it had one object only. */
export const classesAway = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    if ((node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') || node.superClass) return []
    const names = namesOfMembers(source, node)
    const edits = uses(source, node, names)
    const flat = ({ start, end }: Place) => {
      const inner = edits.filter((edit) => isInside(edit, { start, end }))
      const moved = inner.map((edit) => put({ start: edit.start - start, end: edit.end - start }, edit.text))
      return changed(source.text.slice(start, end), moved)
    }
    const own = names.get('constructor') ?? ''
    const texts = node.body.body.flatMap((member) => {
      if (member.type === 'StaticBlock' || !member.value) return []
      const { key, value } = member
      const name = names.get(textOf(source, key))
      if (member.type === 'PropertyDefinition') return [`${name}=${flat(value)}`]
      const { body } = member.value
      return [`${name}=${flat({ start: value.start, end: body.start })}=>${flat(body)}`]
    })
    if (!texts.some((text) => text.startsWith(`${own}=`))) texts.push(`${own}=_=>0`)
    const definitions = `${texts.join(';')};`
    const others = edits.filter(({ start }) => start < node.start || start >= node.end)
    if (node.type === 'ClassDeclaration') return [[put(node, definitions), ...others]]
    const statement =
      source.nodes.findLast(({ node: place }) => isStatement(place) && isInside(node, place))?.node ?? node
    return [[put({ ...statement, end: statement.start }, definitions), put(node, own), ...others]]
  })

/** The same for Python, indented by one blank for each depth; `int()`, which is 0, stands for the object. */
export const pythonClassesAway = ({ text }: Tokens): Change[] =>
  [...text.matchAll(/^(?:@\w+\n)?class (\w+).*:\n((?: .*\n)+)/gm)].map(
    ({ 0: found, 1: name = '', 2: body = '', index }) => {
      const namesBy = (pattern: RegExp, code: string) => [
        ...new Set([...code.matchAll(pattern)].map(([, name]) => name)),
      ]
      const members = namesBy(/^ (?:def )?(\w+)/gm, body).concat(namesBy(/\bself\.(\w+)/g, body))
      const assigned = namesBy(/\bself\.(\w+)[-+*/|&]?=(?!=)/g, body).join()
      const properties = new Set(namesBy(/@property\n *def (\w+)/g, body))
      const objects = namesBy(new RegExp(`(\\w+)=${name}\\(`, 'g'), text)
      const flat = (code: string) =>
        code
          .replace(/ *@property\n/g, '')
          .replace(new RegExp(`\\b\\w+\\.(${members.join('|')})\\b`, 'g'), (_, member) =>
            properties.has(member) ? `${member}()` : member,
          )
          .replace(new RegExp(`\\b${name}\\(`, 'g'), members.includes('__init__') ? '__init__(' : 'int(')
          .replace(new RegExp(`\\b(print|str)\\((?:${['self', ...objects].join('|')})\\)`, 'g'), '$1(__str__())')
      const lines = body
        .replace(/^ /gm, '')
        // A field of a dataclass has a type, and a function makes its value.
        .replace(
          /^(\w+)(?::[^=\n]+)?=(?:field\(default_factory=lambda:(.*)\))?/gm,
          (_, name, made = '') => `${name}=${made}`,
        )
      const functions = lines.replace(/^(def \w+\()self,?(.*\):)(\n?)/gm, (_, start, end, line) => {
        const declared = assigned === '' ? '' : line === '' ? `global ${assigned};` : `\n global ${assigned}`
        return `${start}${end}${declared}${line}`
      })
      const rest = text.slice(index + found.length)
      return [put({ start: 0, end: text.length }, flat(text.slice(0, index)) + flat(functions) + flat(rest))]
    },
  )

/** A letter for each member of a class; its constructor has the name of the class. */
function namesOfMembers(source: Source, node: Class): Map<string, string> {
  const used = new Set(source.nodes.map(({ node }) => (node.type === 'Identifier' ? node.name : '')))
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !used.has(letter))
  const names = new Map([['constructor', (node.type === 'ClassDeclaration' && node.id?.name) || (letters.pop() ?? '')]])
  for (const { node: place, parent } of source.nodes.filter(({ node: place }) => isInside(place, node))) {
    const isOfThis = parent?.type === 'MemberExpression' && parent.object.type === 'ThisExpression'
    const isMember = parent === node.body && (place.type === 'MethodDefinition' || place.type === 'PropertyDefinition')
    const key = isOfThis ? textOf(source, parent.property) : isMember ? textOf(source, place.key) : undefined
    if (key !== undefined && !names.has(key)) names.set(key, letters.shift() ?? key)
  }
  return names
}

/** Calls the constructor without `new`, and reads members by their new names alone. */
function uses(source: Source, node: Class, names: ReadonlyMap<string, string>): Edit[] {
  const edits: Edit[] = []
  for (const { node: place } of source.nodes) {
    if (edits.some((edit) => isInside(place, edit))) continue
    if (place.type === 'MemberExpression' && !place.computed) {
      const { object, property } = place
      const member = textOf(source, property)
      const isGetter = node.body.body.some(
        (other) => other.type === 'MethodDefinition' && other.kind === 'get' && textOf(source, other.key) === member,
      )
      const name = names.has(member) && isGetter ? `${names.get(member)}()` : names.get(member)
      if (name === undefined || (object.type === 'ThisExpression' && !isInside(place, node))) continue
      // The object must still be made.
      if (object.type === 'NewExpression')
        edits.push(put({ ...place, end: place.start }, '('), put({ ...place, start: object.end }, `,${name})`))
      else edits.push(put(place, name))
    } else if (place.type === 'NewExpression') {
      const { callee, start, end } = place
      if (callee !== node && textOf(source, callee) !== names.get('constructor')) continue
      edits.push(put({ start, end: callee.start }, ''))
      if (callee.end === end) edits.push(put({ start: end, end }, '()'))
    }
  }
  return edits
}
