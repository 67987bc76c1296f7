/** Operations as values: a screen names them, and only a scope can run them. */
import { contract } from 'souk-contract'
import type { Client } from 'souk-sdk'

export interface Operation<Call> {
  readonly group: string
  readonly name: string
  /** The call itself, bound to the identity of a client. */
  of(client: Client): Call
}

export type Operations = {
  readonly [G in keyof Client]: { readonly [K in keyof Client[G]]: Operation<Client[G][K]> }
}

type Names = Readonly<Record<string, readonly string[]>>

export const operationNames: Names = Object.fromEntries(
  Object.entries(contract).map(([group, routes]) => [group, Object.keys(routes)]),
)

/** The overload is where names become the types that the contract gives them. */
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
