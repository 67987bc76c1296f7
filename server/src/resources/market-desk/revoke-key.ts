import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { stopKey } from '../keys/queries.ts'
import { viewKey } from '../keys/view.ts'
import { findKeyOwner } from './queries.ts'

export const revokeKey: Operation<AdminContract['marketDesk']['revokeKey']> = async (
  tx,
  caller,
  { keyId, reason },
) => {
  if (!isId('key', keyId)) return notFound('key')
  const agent = found(await findKeyOwner(tx, keyId), 'key')
  const key = found(await stopKey(tx, agent, keyId), 'key')
  await record(tx, caller, { action: 'key.revoked', target: key.id, details: { agent, reason } })
  return { key: viewKey(key) }
}
