import type { AnyNode, Identifier, Program } from 'acorn'

/** Which names an entry takes from outside itself, and how it uses them. */
export interface Uses {
  readonly free: readonly Use[]
  /** What else decides how it can be run. */
  readonly notes: ReadonlySet<Note>
  readonly imports: readonly AnyNode[]
  readonly importCalls: readonly AnyNode[]
  /** What is assigned to a pattern such as `[a, b]`. */
  readonly iterated: readonly AnyNode[]
  /** Statements that end where their last expression does, and those that stand in a list of statements. */
  readonly statements: readonly { readonly node: AnyNode; readonly listed: boolean }[]
}

export interface Use {
  readonly name: string
  readonly how: 'read' | 'write' | 'update' | 'typeof' | 'delete'
  /** The name, or the expression that is made with it. */
  readonly node: AnyNode
  /** Whether it stands for a property's name and its value. */
  readonly shorthand: boolean
}

export type Note =
  | 'with'
  | 'eval'
  | 'strict'
  | 'class'
  | 'this'
  | 'inner this'
  | 'await'
  | 'return'
  | 'export'
  | 'import.meta'

interface Scope {
  readonly names: Set<string>
  readonly parent: Scope | undefined
  /** Where `var` goes. */
  readonly top: Scope | undefined
  /** 0: the entry itself; deeper: functions with a `this` of their own, and arrow functions. */
  readonly depth: number
  readonly ownThis: boolean
}

export function usesOf(program: Program): Uses {
  const found: (Use & { scope: Scope })[] = []
  const notes = new Set<Note>()
  const imports: AnyNode[] = []
  const importCalls: AnyNode[] = []
  const iterated: AnyNode[] = []
  const statements: { node: AnyNode; listed: boolean }[] = []

  const block = (parent: Scope): Scope => ({ ...parent, names: new Set(), parent, top: parent.top ?? parent })
  const use = (scope: Scope, how: Use['how'], name: string, node: AnyNode, shorthand = false) =>
    found.push({ scope, how, name, node, shorthand })

  function each(node: AnyNode, visitor: (child: AnyNode, key: string) => void) {
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visitor(child, key)
    }
  }

  const visitAll = (node: AnyNode, scope: Scope) => each(node, (child) => visit(child, scope))

  /** The names of a pattern, each of which `hear` is told; defaults and computed keys are expressions. */
  function pattern(node: AnyNode, scope: Scope, hear: (name: Identifier) => void): unknown {
    switch (node.type) {
      case 'Identifier':
        return hear(node)
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.type === 'RestElement') pattern(property.argument, scope, hear)
          else {
            if (property.computed) visit(property.key, scope)
            pattern(property.value, scope, hear)
          }
        }
        return
      case 'ArrayPattern':
        for (const element of node.elements) if (element !== null) pattern(element, scope, hear)
        return
      case 'RestElement':
        return pattern(node.argument, scope, hear)
      case 'AssignmentPattern':
        pattern(node.left, scope, hear)
        return visit(node.right, scope)
      default:
        return visit(node, scope)
    }
  }

  const assign = (node: AnyNode, scope: Scope) => pattern(node, scope, (name) => use(scope, 'write', name.name, name))
  const declare = (node: AnyNode, scope: Scope, into: Scope) =>
    pattern(node, scope, (name) => into.names.add(name.name))

  function functionOf(node: AnyNode & { params: AnyNode[]; body: AnyNode }, outer: Scope, arrow: boolean) {
    const inside: Scope = {
      names: new Set(arrow ? [] : ['arguments']),
      parent: outer,
      top: undefined,
      depth: outer.depth + 1,
      ownThis: outer.ownThis || !arrow,
    }
    for (const parameter of node.params) declare(parameter, inside, inside)
    const body: Scope = { ...inside, names: new Set(), parent: inside }
    if (node.body.type === 'BlockStatement') list(node.body.body, body)
    else visit(node.body, body)
  }

  function list(nodes: readonly AnyNode[], scope: Scope) {
    for (const node of nodes) {
      if (isStatement(node)) statements.push({ node, listed: true })
      visit(node, scope)
    }
  }

  /** A statement that stands alone behind `if`, `for`, a label and their like. */
  function single(node: AnyNode | null | undefined, scope: Scope) {
    if (!node) return
    if (isStatement(node)) statements.push({ node, listed: false })
    visit(node, scope)
  }

  function visit(node: AnyNode, scope: Scope): unknown {
    const top = scope.top ?? scope
    switch (node.type) {
      case 'Identifier':
        use(scope, 'read', node.name, node)
        return
      case 'ThisExpression':
        notes.add(scope.ownThis ? 'inner this' : 'this')
        return
      case 'FunctionDeclaration':
        if (node.id) for (const { names } of [scope, top]) names.add(node.id.name)
        return functionOf(node, scope, false)
      case 'FunctionExpression': {
        const named = node.id ? { ...block(scope), names: new Set([node.id.name]) } : scope
        return functionOf(node, named, false)
      }
      case 'ArrowFunctionExpression':
        return functionOf(node, scope, true)
      case 'ClassDeclaration':
      case 'ClassExpression': {
        notes.add('class')
        if (node.id && node.type === 'ClassDeclaration') scope.names.add(node.id.name)
        const inside = { ...block(scope), ownThis: true }
        if (node.id) inside.names.add(node.id.name)
        if (node.superClass) visit(node.superClass, inside)
        return visit(node.body, inside)
      }
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          declare(id, scope, node.kind === 'var' ? top : scope)
          if (init) visit(init, scope)
        }
        return
      case 'BlockStatement':
        return list(node.body, block(scope))
      case 'StaticBlock': {
        const inside = block(scope)
        return list(node.body, { ...inside, top: undefined })
      }
      case 'SwitchStatement': {
        visit(node.discriminant, scope)
        const inside = block(scope)
        for (const { test, consequent } of node.cases) {
          if (test) visit(test, inside)
          list(consequent, inside)
        }
        return
      }
      case 'CatchClause': {
        const inside = block(scope)
        if (node.param) declare(node.param, inside, inside)
        return visit(node.body, inside)
      }
      case 'ForStatement': {
        const inside = block(scope)
        for (const part of [node.init, node.test, node.update]) if (part) visit(part, inside)
        return single(node.body, inside)
      }
      case 'ForInStatement':
      case 'ForOfStatement': {
        const inside = block(scope)
        if (node.type === 'ForOfStatement' && node.await && scope.depth === 0) notes.add('await')
        if (node.left.type === 'VariableDeclaration') visit(node.left, inside)
        else assign(node.left, inside)
        visit(node.right, inside)
        return single(node.body, inside)
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
        visit(node.test, scope)
        return single(node.body, scope)
      case 'IfStatement':
        visit(node.test, scope)
        single(node.consequent, scope)
        return single(node.alternate, scope)
      case 'LabeledStatement':
        return single(node.body, scope)
      case 'BreakStatement':
      case 'ContinueStatement':
        return
      case 'WithStatement':
        notes.add('with')
        visit(node.object, scope)
        return single(node.body, scope)
      case 'ExpressionStatement':
        if (node.directive === 'use strict') notes.add('strict')
        return visit(node.expression, scope)
      case 'ReturnStatement':
        if (scope.depth === 0) notes.add('return')
        if (node.argument) visit(node.argument, scope)
        return
      case 'AwaitExpression':
        if (scope.depth === 0) notes.add('await')
        return visit(node.argument, scope)
      case 'AssignmentExpression':
        if (node.left.type !== 'Identifier') assign(node.left, scope)
        else if (node.operator === '=') use(scope, 'write', node.left.name, node.left)
        else use(scope, 'update', node.left.name, node)
        if (node.left.type === 'ArrayPattern') iterated.push(node.right)
        return visit(node.right, scope)
      case 'UpdateExpression':
        if (node.argument.type !== 'Identifier') return visit(node.argument, scope)
        use(scope, 'update', node.argument.name, node)
        return
      case 'UnaryExpression': {
        const { operator, argument } = node
        if (argument.type !== 'Identifier' || (operator !== 'typeof' && operator !== 'delete')) {
          return visit(argument, scope)
        }
        use(scope, operator, argument.name, node)
        return
      }
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'eval') notes.add('eval')
        return visitAll(node, scope)
      case 'MemberExpression':
        visit(node.object, scope)
        if (node.computed) visit(node.property, scope)
        return
      case 'Property':
        if (node.shorthand && node.value.type === 'Identifier') {
          use(scope, 'read', node.value.name, node.value, true)
          return
        }
        if (node.computed) visit(node.key, scope)
        return visit(node.value, scope)
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) visit(node.key, scope)
        if (node.value) visit(node.value, scope)
        return
      case 'MetaProperty':
        if (node.meta.name === 'import') notes.add('import.meta')
        return
      case 'ImportExpression':
        importCalls.push(node)
        return visit(node.source, scope)
      case 'ImportDeclaration':
        imports.push(node)
        for (const { local } of node.specifiers) scope.names.add(local.name)
        return
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportNamedDeclaration':
        notes.add('export')
        return
      default:
        return visitAll(node, scope)
    }
  }

  list(program.body, { names: new Set(), parent: undefined, top: undefined, depth: 0, ownThis: false })
  const isFree = ({ name, scope }: { name: string; scope: Scope }) => {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.names.has(name)) return false
    return true
  }
  return { free: found.filter(isFree), notes, imports, importCalls, iterated, statements }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const isStatement = ({ type }: AnyNode) =>
  type === 'ExpressionStatement' ||
  type === 'VariableDeclaration' ||
  type === 'ReturnStatement' ||
  type === 'ThrowStatement'
