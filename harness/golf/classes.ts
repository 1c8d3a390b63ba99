import type { AnyNode, Class } from 'acorn'
import { type Change, changed, type Edit, isStatement, put, type Source, textOf } from './source.ts'

type Place = Pick<AnyNode, 'start' | 'end'>

const isInside = (inner: Place, outer: Place) => outer.start <= inner.start && inner.end <= outer.end

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
      const name = names.get(textOf(source, property))
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
