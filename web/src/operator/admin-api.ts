/** Operations of operators as values, for the hooks of `api.ts`. */
import { adminContract } from 'souk-contract'
import { createAdminClient, type AdminClient, type Client } from 'souk-sdk'
import type { Operation } from '../identity/operations.ts'
import { connectionOf } from '../identity/scope.ts'

type AdminOperations = {
  readonly [G in keyof AdminClient]: { readonly [K in keyof AdminClient[G]]: Operation<AdminClient[G][K]> }
}

/** The overload gives the names the types of the contract without a cast. */
function adminOperations(): AdminOperations
function adminOperations(): object {
  return Object.fromEntries(
    Object.entries(adminContract).map(([group, routes]) => [
      group,
      Object.fromEntries(Object.keys(routes).map((name) => [name, operation(group, name)])),
    ]),
  )
}

/** The prefix keeps their queries apart from those of the public group of the same name. */
function operation(group: string, name: string): Operation<unknown> {
  return {
    group: `admin.${group}`,
    name,
    of: (client) => Reflect.get(Reflect.get(adminClientOf(client), group), name),
  }
}

const adminClients = new WeakMap<Client, AdminClient>()

/** The client of operator routes with the connection of a scope. */
export function adminClientOf(client: Client): AdminClient {
  const known = adminClients.get(client)
  if (known !== undefined) return known
  const created = createAdminClient(connectionOf(client))
  adminClients.set(client, created)
  return created
}

export const adminApi = adminOperations()
