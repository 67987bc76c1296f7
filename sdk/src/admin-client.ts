import { adminContract, type AdminContract } from 'souk-contract'
import type { ClientOf } from './client-types.ts'
import { clientFor } from './client.ts'
import type { Connection } from './request.ts'

/** Every operator route as a function: `admin.disputes.listDisputes()`. */
export type AdminClient = ClientOf<AdminContract>

/** Client for operators; the token of the connection is the operator token of the server. */
export function createAdminClient(connection: Connection): AdminClient {
  return clientFor(adminContract, connection)
}
