import type { Class } from 'acorn'
import {
  type Change,
  changed,
  changedInside,
  type Edit,
  isInside,
  isStatement,
  type Place,
  put,
  type Source,
  textOf,
} from './source.ts'
import { closingOf, items, type Tokens } from './tokens.ts'

/** Makes variables and arrow functions of the members of a class, as if it had one object only. */
export const classesAway = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    if ((node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') || node.superClass) return []
    const names = namesOfMembers(source, node)
    const edits = uses(source, node, names)
    const flat = (place: Place) => changedInside(source.text, place, edits)
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

/** The different names that a pattern finds. */
const namesBy = (pattern: RegExp, code: string) => [
  ...new Set([...code.matchAll(pattern)].map(([, name = '']) => name)),
]

/** The same for Python, indented by one blank for each depth; `int()`, which is 0, stands for the object. */
export const pythonClassesAway = ({ text }: Tokens): Change[] =>
  [...text.matchAll(/^(?:@\w+\n)?class (\w+).*:\n((?: .*\n)+)/gm)].map(
    ({ 0: found, 1: name = '', 2: body = '', index }) => {
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

/** The same for packages of Perl: a field becomes a variable. */
export const perlPackagesAway = (source: Tokens): Change[] =>
  [
    ...source.text.matchAll(
      // A package up to `bless` in the sub that makes its object.
      /\bpackage (\w+);(?:(?!\bpackage )[\s\S])*?\bsub (\w+)\{[^{}]*(?:\{[\s\S]*?\}[^{}]*)?\bbless\b/g,
    ),
  ].flatMap(({ 0: found, 1: name = '', 2: maker = '', index }): Change[] => {
    const { text, tokens } = source
    const end = [...text.matchAll(/\bpackage /g)].find((other) => other.index > index)?.index ?? text.length
    const open = tokens.findIndex(
      ({ text, start }, at) =>
        start > index + found.lastIndexOf('sub ') && text === '{' && tokens[at + 2]?.text === '=>',
    )
    const close = closingOf(tokens, open)
    if (close === undefined) return []
    const place = { start: tokens[open]?.start ?? 0, end: tokens[close]?.end ?? 0 }
    const [head = ''] = /(?:bless|(?:my ?)?\$\w+=)$/.exec(text.slice(0, place.start)) ?? []
    const [tail = ''] = /^,(?:pop|shift|\$\w+)/.exec(text.slice(place.end)) ?? []
    const set = items(source, open + 1, close).map((field) => field.replace(/^(\w+)=>/, '$$$1_='))
    const made = put({ start: place.start - head.length, end: place.end + tail.length }, set.join(';'))
    const edits = [made, ...fieldsAsVariables(source)]
    const between = (start: number, end: number) => changedInside(text, { start, end }, edits, /\w/)
    const own = withoutObject(between(index, end)).replace(new RegExp(`\\bsub ${maker}\\b`), `sub ${maker}_${name}`)
    const rest = (code: string) => code.replace(/\bpackage main;/, '')
    const methods = namesBy(/\bsub (\w+)/g, text.slice(index, end)).join('|')
    const whole = rest(between(0, index)) + own + rest(between(end, text.length))
    const called = whole
      .replace(
        new RegExp(`\\b${name}->${maker}\\b(\\([^()]*\\))?(->)?`, 'g'),
        (_, list = '()', next = '') => `${maker}_${name}${list}${next && ';$o->'}`,
      )
      .replace(
        new RegExp(`(\\w?)(?:\\$\\w+|\\b${name})->(${methods})\\b(\\()?`, 'g'),
        (_, before, method, list = '()') => `${before && `${before} `}${method}${list}`,
      )
    return [[put({ start: 0, end: text.length }, called)]]
  })

/** Reads variables in place of the fields of an object in Perl, which may be an argument. */
const fieldsAsVariables = ({ text, tokens }: Tokens): Edit[] =>
  [...text.matchAll(/(?:\$\w+->|\b(?:shift|pop)->|\$_\[0\](?:->)?)\{(\w+)\}(?:->(?=[[{]))?/g)].map(
    ({ 0: use, 1: field, index }) => {
      const after = text[index + use.length] ?? ''
      const isInString = tokens.some(({ kind, start, end }) => kind === 'string' && start < index && index < end)
      const variable = isInString && /\w/.test(after) ? `\${${field}_}` : `$${field}_`
      const next = /[[{]/.test(after) ? '->' : !isInString && /\w/.test(after) ? ' ' : ''
      return put({ start: index, end: index + use.length }, variable + next)
    },
  )

/** The code of a package without its name, `bless`, and the first parameter of each sub. */
const withoutObject = (code: string): string =>
  code
    .replace(/(?:\breturn ?)?\bbless ?\$\w+,(?:\$\w+|pop|shift)|^package \w+;/g, '')
    .replace(/(\bsub \w+\{)(?:(?:my ?)?(?:\(\$\w+\)=@_|\$\w+=(?:shift|pop)(?: ?@_)?);|((?:my ?)?\()\$\w+,)/g, '$1$2')

/** The same for classes and modules of Ruby, which become functions and fields of the program itself. */
export const rubyClassesAway = (source: Tokens): Change[] => {
  const [one, names] = withoutHeads(source)
  if (names.length === 0) return []
  const fields = [...one.matchAll(/^attr_\w+ (.*)\n/gm)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const classes = names.join('|')
  const objects = new Map(
    [...one.matchAll(new RegExp(`(@?\\w+)=(${classes})\\.new\\b`, 'g'))].map(([, object = '', name = '']) => [
      object,
      name,
    ]),
  )
  const methods = namesBy(/\bdef (?:self\.)?(\w+[?!]?)/g, one)
    .map((name) => name.replace('?', '\\?'))
    .join('|')
  const flat = one
    .replace(/^(?:attr_\w+ .*|private|public|protected|module_function)\n/gm, '')
    .replace(/\bdef self\./g, 'def ')
    .replace(new RegExp(`\\b(${classes})\\.new\\b`, 'g'), (_, name) =>
      one.includes(`def initialize_${name}`) ? `initialize_${name}` : '0',
    )
    // The object is made on a line of its own.
    .replace(/^(.*)\b(initialize_\w+(?:\(.*?\))?|0)\.(?=[a-z])/gm, '$2\n$1')
    // What prints an object calls its `to_s`.
    .replace(/(?<=puts ?|print ?|\()(@?\w+)(?=\n|$|\))|(?<=#\{)(@?\w+)(?=\})/g, (found) => {
      const name = objects.get(found)
      return name !== undefined && one.includes(`def to_s_${name}`) ? ` to_s_${name}` : found
    })
    .replace(new RegExp(`(?:(\\w)@\\w+|@?\\b\\w+)\\.(?=(?:${methods})(?!\\w))`, 'g'), (_, before) =>
      before ? `${before} ` : '',
    )
    .replace(new RegExp(`\\b(?:${classes})::`, 'g'), '')
  const all = fields.reduce(
    (code, field) => code.replace(new RegExp(`(?:@?\\b\\w+\\.|(?<![\\w.@:$|]))${field}\\b(?![:?(])`, 'g'), `@${field}`),
    flat,
  )
  return [[put({ start: 0, end: source.text.length }, all)]]
}

/** A program of Ruby without the first and the last line of its classes and modules, and the names of these. */
function withoutHeads({ text, tokens }: Tokens): [code: string, names: string[]] {
  const isStart = (at: number) =>
    /^(?:[;=(]|\|\||&&)$/.test(tokens[at - 1]?.text ?? ';') ||
    text.slice(tokens[at - 1]?.end, tokens[at]?.start).includes('\n')
  const edits: Edit[] = []
  const names: string[] = []
  /** For each block that is open, the name of its class, or nothing. */
  const blocks: string[] = []
  let isHead = false
  for (const [at, token] of tokens.entries()) {
    const after = tokens[at + 1]
    if (isStart(at)) isHead = /^(?:while|until|for)$/.test(token.text)
    const isBlock = isStart(at) && /^(?:def|if|unless|while|until|for|case|begin)$/.test(token.text)
    if (isStart(at) && /^(?:class|module)$/.test(token.text)) {
      const isPlain = after?.kind === 'name' && tokens[at + 2]?.text !== '<'
      blocks.push(isPlain ? after.text : '')
      if (isPlain) edits.push(put({ start: token.start, end: tokens[at + 2]?.start ?? after.end }, ''))
      if (isPlain) names.push(after.text)
    } else if (isBlock || (token.text === 'do' && !isHead)) blocks.push('')
    else if (token.text === 'end' && blocks.pop())
      edits.push(put({ start: token.start, end: after?.start ?? token.end }, ''))
    else if (token.text === 'initialize' || token.text === 'to_s')
      edits.push(put(token, `${token.text}_${blocks.find((name) => name !== '') ?? ''}`))
  }
  return [changed(text, edits), names]
}

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
