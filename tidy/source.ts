import { parseSync, Visitor, type ESTree } from 'vite'
import { textVisitors } from './text-visitors.ts'

export interface Import {
  readonly specifier: string
  /** Erased at compile time: `import type`, `export type`, `import('…')` types. */
  readonly typeOnly: boolean
  /** Runs after the importer: `import('…')`. */
  readonly dynamic: boolean
  /** The imported names; undefined if it imports all of them. */
  readonly names: readonly string[] | undefined
  readonly line: number
}

interface Export {
  readonly name: string
  readonly line: number
}

export type FindingKind =
  | 'cast'
  | 'any'
  | 'non-null'
  | 'default-export'
  | 'clock'
  | 'environment'
  | 'fetch'
  | 'statement'
  | 'text'

interface Finding {
  readonly kind: FindingKind
  readonly line: number
}

interface Comment {
  readonly line: number
  readonly text: string
}

interface FunctionSize {
  readonly line: number
  readonly lines: number
}

/** Facts about one TypeScript file that the rules use. */
export interface Source {
  readonly path: string
  readonly imports: readonly Import[]
  /** Named exports, without the names of other files that it exports again. */
  readonly exports: readonly Export[]
  readonly findings: readonly Finding[]
  /** Without the callbacks of describe and it, which can contain long tables. */
  readonly functions: readonly FunctionSize[]
  readonly comments: readonly Comment[]
  /** Words outside of comments. */
  readonly names: ReadonlySet<string>
}

/** Parses a file and visits it once. A parser avoids false positives in strings and comments. */
export function survey(path: string, text: string): Source {
  const { program, errors, comments } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const imports: Import[] = []
  const exports: Export[] = exportsOf(program).map(({ name, start }) => ({ name, line: lineAt(start) }))
  const findings: Finding[] = []
  const functions: FunctionSize[] = []
  new Visitor({
    ...importVisitors((specifier, details, node) =>
      imports.push({ specifier, ...details, line: lineAt(node.start) }),
    ),
    ...findingVisitors((kind, node) => findings.push({ kind, line: lineAt(node.start) })),
    ...textVisitors((node) => findings.push({ kind: 'text', line: lineAt(node.start) })),
    ...functionVisitors((node) => {
      const line = lineAt(node.start)
      functions.push({ line, lines: lineAt(node.end) - line + 1 })
    }),
  }).visit(program)
  return {
    path,
    imports,
    exports,
    findings,
    functions,
    comments: comments.map(({ start, value }) => ({ line: lineAt(start), text: value })),
    names: namesOutside(comments, text),
  }
}

function namesOutside(comments: readonly Span[], text: string): Set<string> {
  const ends = [0, ...comments.map(({ end }) => end)]
  const code = ends.map((end, index) => text.slice(end, comments[index]?.start))
  return new Set(code.join(' ').match(/[A-Za-z_]\w*/g))
}

interface Span {
  readonly start: number
  readonly end: number
}

type ImportDetails = Omit<Import, 'specifier' | 'line'>

function importVisitors(found: (specifier: string, details: ImportDetails, node: Span) => void) {
  return {
    ImportDeclaration: (node: ESTree.ImportDeclaration) => {
      const isWhole = node.specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')
      const names = node.specifiers.map((each) =>
        each.type === 'ImportSpecifier' ? nameIn(each.imported) : 'default',
      )
      const details = {
        typeOnly: node.importKind === 'type',
        dynamic: false,
        names: isWhole ? undefined : names,
      }
      found(node.source.value, details, node)
    },
    ExportAllDeclaration: (node: ESTree.ExportAllDeclaration) =>
      found(
        node.source.value,
        { typeOnly: node.exportKind === 'type', dynamic: false, names: undefined },
        node,
      ),
    ExportNamedDeclaration: (node: ESTree.ExportNamedDeclaration) => {
      const names = node.specifiers.map(({ local }) => nameIn(local))
      if (node.source !== null)
        found(node.source.value, { typeOnly: node.exportKind === 'type', dynamic: false, names }, node)
    },
    TSImportType: (node: ESTree.TSImportType) =>
      found(node.source.value, { typeOnly: true, dynamic: false, names: undefined }, node),
    ImportExpression: (node: ESTree.ImportExpression) => {
      if (node.source.type === 'Literal')
        found(String(node.source.value), { typeOnly: false, dynamic: true, names: undefined }, node)
    },
  }
}

function exportsOf({ body }: ESTree.Program): { name: string; start: number }[] {
  return body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.source === null
      ? [
          ...namesDeclaredBy(node.declaration),
          ...node.specifiers.map(({ exported }) => nameIn(exported)),
        ].map((name) => ({ name, start: node.start }))
      : [],
  )
}

function namesDeclaredBy(node: ESTree.Declaration | null): string[] {
  if (node === null) return []
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => namesBoundBy(id))
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

function namesBoundBy(pattern: ESTree.BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((each) => (each.type === 'Property' ? namesBoundBy(each.value) : []))
}

function nameIn(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name
}

/** Methods with which Kysely begins a statement. */
const builders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

function findingVisitors(found: (kind: FindingKind, node: Span) => void) {
  return {
    TSAsExpression: (node: ESTree.TSAsExpression) => {
      if (!isConst(node.typeAnnotation)) found('cast', node)
    },
    TSTypeAssertion: (node: ESTree.TSTypeAssertion) => found('cast', node),
    TSAnyKeyword: (node: ESTree.TSAnyKeyword) => found('any', node),
    TSNonNullExpression: (node: ESTree.TSNonNullExpression) => found('non-null', node),
    ExportDefaultDeclaration: (node: ESTree.ExportDefaultDeclaration) => found('default-export', node),
    NewExpression: (node: ESTree.NewExpression) => {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0) found('clock', node)
    },
    MemberExpression: (node: ESTree.MemberExpression) => {
      if (isNamed(node.object, 'Date') && isNamed(node.property, 'now')) found('clock', node)
      if (isNamed(node.object, 'process') && isNamed(node.property, 'env')) found('environment', node)
      if (node.property.type === 'Identifier' && builders.has(node.property.name)) found('statement', node)
      if (isNamed(node.object, 'globalThis') && isNamed(node.property, 'fetch')) found('fetch', node)
    },
    TaggedTemplateExpression: (node: ESTree.TaggedTemplateExpression) => {
      if (isNamed(node.tag, 'sql')) found('statement', node)
    },
    // On exit, because functionVisitors uses the enter hook.
    'CallExpression:exit': (node: ESTree.CallExpression) => {
      if (isNamed(node.callee, 'fetch')) found('fetch', node)
    },
  }
}

const testCalls = new Set(['describe', 'it', 'test'])

function functionVisitors(found: (node: Span) => void) {
  const exempt = new Set<Span>()
  const measure = (node: Span) => {
    if (!exempt.has(node)) found(node)
  }
  return {
    // A call is visited before its arguments, so callbacks are exempted in time.
    CallExpression: (node: ESTree.CallExpression) => {
      if (testCalls.has(rootName(node.callee))) for (const argument of node.arguments) exempt.add(argument)
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }
}

function isConst(type: ESTree.TSType): boolean {
  return type.type === 'TSTypeReference' && isNamed(type.typeName, 'const')
}

function isNamed(node: { readonly type: string; readonly name?: unknown }, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

/** `describe` for describe(…), describe.each(…)(…) and the like. */
function rootName(callee: ESTree.Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  return callee.type === 'CallExpression' ? rootName(callee.callee) : ''
}
