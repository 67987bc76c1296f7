/** Operations as values: a component names one, and a scope runs it. */
import { contract } from 'souk-contract'
import type { Client } from 'souk-sdk'

export interface Operation<Call> {
  readonly group: string
  readonly name: string
  /** The method of a client, which sends the identity of its scope. */
  of(client: Client): Call
}

type Operations = {
  readonly [G in keyof Client]: { readonly [K in keyof Client[G]]: Operation<Client[G][K]> }
}

type Names = Readonly<Record<string, readonly string[]>>

export const operationNames: Names = Object.fromEntries(
  Object.entries(contract).map(([group, routes]) => [group, Object.keys(routes)]),
)

/** The overload gives the names the types of the contract without a cast. */
export function operationsOf(names: Names): Operations
export function operationsOf(names: Names): object {
  return Object.fromEntries(
    Object.entries(names).map(([group, operations]) => [
      group,
      Object.fromEntries(operations.map((name) => [name, operation(group, name)])),
    ]),
  )
}

function operation(group: string, name: string): Operation<unknown> {
  return { group, name, of: (client) => Reflect.get(Reflect.get(client, group), name) }
}
