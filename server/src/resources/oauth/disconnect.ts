import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { endGrant, getGrantIdentity } from './grant-queries.ts'

/** Ends a grant without a person: its app gave it back, or a token or code was used twice. */
export async function disconnect(tx: Tx, grantId: Id<'grt'>, reason: string): Promise<void> {
  if (!(await endGrant(tx, grantId))) return
  const { clientId: client, clientName: app, userId: person } = await getGrantIdentity(tx, grantId)
  await record(tx, systemCaller, {
    action: 'app.disconnected',
    target: grantId,
    details: { client, app, person, reason },
  })
}
