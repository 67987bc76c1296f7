import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { Operation } from '../../../operation.ts'
import { requireAddressee, requireClient, respond } from './consent.ts'

export const denyAuthorization: Operation<Contract['apps']['denyAuthorization']> = async (
  tx,
  caller,
  { query },
) => {
  const client = await requireClient(tx, requireAddressee(query))
  await record(tx, caller, { action: 'app.refused', target: client.id, details: { app: client.name } })
  const error = { error: 'access_denied', error_description: 'The person refused the request.' }
  return { redirectTo: respond(tx, query, error) }
}
