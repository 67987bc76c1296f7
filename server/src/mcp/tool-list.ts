/** Lists of tools for clients, and their lookup by name. */
import { contract, fieldKeyword, isWrite, ownKeywords, type Route, type Scope } from 'souk-contract'
import type { TObject } from 'typebox'
import { taskCardUri } from './task-card.ts'
import { tools } from './tool-table.ts'
import type { Tool } from './tool.ts'

const routes: ReadonlyMap<string, Route> = new Map(
  Object.values(contract).flatMap((group) => Object.entries<Route>(group)),
)
const byName = new Map(tools.map((tool) => [tool.name, tool]))

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name)
}

/** Scope that a key needs to see and call the tool. */
export function scopeOf({ scope, operations: [main] }: Tool): Scope | undefined {
  return scope ?? routes.get(main ?? '')?.scope
}

/** Definitions of the tools that the scopes allow, in the order of the table. */
export function listTools(scopes: readonly Scope[]): object[] {
  return tools.flatMap((tool) => {
    const scope = scopeOf(tool)
    return scope === undefined || scopes.includes(scope) ? [definitionOf(tool)] : []
  })
}

const definitions = new Map<string, object>()

function definitionOf(tool: Tool): object {
  const known = definitions.get(tool.name) ?? define(tool)
  definitions.set(tool.name, known)
  return known
}

function define({ name, title, description, operations, hints, input, output, showsTask }: Tool): object {
  const readOnlyHint = operations.every((operation) => {
    const route = routes.get(operation)
    return route !== undefined && !isWrite(route)
  })
  return {
    name,
    title,
    description,
    inputSchema: plainSchema(input),
    outputSchema: plainSchema(output),
    annotations: {
      title,
      readOnlyHint,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    ...(showsTask === true ? { _meta: { ui: { resourceUri: taskCardUri } } } : {}),
  }
}

/** JSON Schema without the contract's own keywords. A field's description replaces the one of its component. */
function plainSchema(schema: TObject): object {
  const plain: object = JSON.parse(
    JSON.stringify(schema, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const entries = Object.entries(value)
      const own = entries.find(([name]) => name === fieldKeyword)
      return Object.fromEntries(
        entries
          .filter(([name]) => !ownKeywords.includes(name))
          .map(([name, member]) =>
            name === 'description' && own !== undefined ? [name, own[1]] : [name, member],
          ),
      )
    }),
  )
  return plain
}
