import { Script } from 'node:vm'
import { type AnyNode, type Options, type Program, parse } from 'acorn'
import { closing, type Edit, edited } from './edit.ts'
import { localized } from './localize.ts'
import type { EngineProgram } from './report.ts'
import { type Uses, usesOf } from './uses.ts'
import type { Prepared } from './wire.ts'
import { withoutWith } from './without-with.ts'

/** What the child is given of an entry, or why it is given nothing. */
export type Preparation =
  | { readonly entry: Prepared }
  /** The runtime refuses it before it runs. */
  | { readonly refused: true }
  | { readonly unsupported: string }

/** What a script finds beside the globals; Bun takes a file for a script if it uses one of them. */
const parameters = ['exports', 'require', 'module', '__filename', '__dirname']

/** Reads an entry as its runtime would. */
export function prepare({ code, runtime }: EngineProgram): Preparation {
  const whole = code.replace(/^#!.*/, '')
  const source = runtime === 'node' ? withoutWith(whole) : whole
  const asScript = read(source, 'script')
  if (runtime === 'node') {
    if (asScript !== undefined) return script(source, asScript, runtime)
    return compiles(`(function(${parameters}){${source}\n})`)
      ? { unsupported: 'syntax that the engine cannot read' }
      : { refused: true }
  }

  const isScript = asScript !== undefined && looksLikeScript(asScript)
  if (isScript) return script(source, asScript, runtime)
  const asModule = read(source, 'module')
  return asModule === undefined ? { unsupported: 'syntax that the engine cannot read' } : module(source, asModule)
}

function read(source: string, sourceType: 'script' | 'module'): Uses | undefined {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType,
    allowReturnOutsideFunction: sourceType === 'script',
    allowAwaitOutsideFunction: sourceType === 'module',
  }
  let program: Program
  try {
    program = parse(source, options)
  } catch {
    return undefined
  }
  return usesOf(program)
}

const looksLikeScript = ({ free, notes }: Uses) =>
  notes.has('with') || notes.has('return') || notes.has('this') || free.some(({ name }) => parameters.includes(name))

function script(source: string, uses: Uses, runtime: 'node' | 'bun'): Preparation {
  if (runtime === 'bun' && uses.free.some(({ name }) => name === 'arguments')) {
    return { unsupported: "Bun's arguments of a file" }
  }
  const [hole, miss, load, sure] = freshNames(source, 4) as [string, string, string, string]
  const edits = [...importCalls(uses.importCalls, load), ...iterations(uses.iterated, sure)]
  const own = new Set([...parameters, 'arguments'])
  const wrap = (body: string, variables: readonly string[] = []) =>
    `function(${parameters}){${variables.length === 0 ? '' : `var ${variables.map((name) => `${name}=${hole}`)};`}${body}\n}`

  const plain = `((${load},${sure})=>${wrap(edited(source, edits))})`
  const local = localized(source, uses, own, hole, miss)
  const entry = { runtime, plain, script: true }
  if (local === undefined) return { entry }
  const body = edited(source, [...edits, ...local.edits])
  return { entry: { ...entry, local: `((${load},${sure},${hole},${miss})=>${wrap(body, local.names)})` } }
}

function module(source: string, uses: Uses): Preparation {
  const { notes, free } = uses
  if (notes.has('export') || notes.has('import.meta')) return { unsupported: 'export and import.meta' }
  if (notes.has('this')) return { unsupported: "a module's this" }
  if (free.some(({ name }) => name === '__filename' || name === '__dirname')) return { unsupported: '__filename' }
  const [load, sure] = freshNames(source, 2) as [string, string]
  const edits = [
    ...importCalls(uses.importCalls, load),
    ...iterations(uses.iterated, sure),
    ...uses.imports.map(({ start, end }) => ({ start, end, text: ';' })),
  ]
  const body = `'use strict';${uses.imports.map(requires).join('')}${edited(source, edits)}`
  const plain = `((${load},${sure},require)=>${notes.has('await') ? 'async' : ''}()=>{${body}\n})`
  return { entry: { runtime: 'bun', plain, script: false } }
}

const importCalls = (nodes: readonly AnyNode[], load: string): Edit[] =>
  nodes.map(({ start }) => ({ start, end: start + 'import'.length, text: load }))

/**
 * Golfed entries end by taking `undefined` apart, as in `[p]='XO'[i%2]`. To say so in words V8 reads the whole function
 * again, which takes longer than the game; `sure` throws the same error at once.
 */
const iterations = (nodes: readonly AnyNode[], sure: string): Edit[] =>
  nodes.flatMap(({ start, end }) => [
    { start, end: start, text: `${sure}((`, order: 2.5 },
    { start: end, end, text: '))', order: closing(start) },
  ])

function requires(node: AnyNode): string {
  if (node.type !== 'ImportDeclaration') return ''
  const from = `require(${JSON.stringify(node.source.value)})`
  const names = node.specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier') return `const ${specifier.local.name}=${from};`
    const { imported, local } = specifier
    const name = JSON.stringify(imported.type === 'Identifier' ? imported.name : imported.value)
    return name === '"default"' ? `const ${local.name}=${from};` : `const {${name}:${local.name}}=${from};`
  })
  return names.length === 0 ? `${from};` : names.join('')
}

function compiles(code: string) {
  try {
    new Script(code)
    return true
  } catch {
    return false
  }
}

/** Names that the source does not contain. */
function freshNames(source: string, count: number): string[] {
  const names: string[] = []
  for (let i = 0; names.length < count; i++) if (!source.includes(`$${i}`)) names.push(`$${i}`)
  return names
}
