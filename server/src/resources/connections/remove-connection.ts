import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnConnection } from './access.ts'
import { deleteConnection } from './queries.ts'
import { requireRemovable } from './rules.ts'

export const removeConnection: Operation<Contract['connections']['removeConnection']> = async (
  tx,
  caller,
  { connectionId },
) => {
  const connection = await lockOwnConnection(tx, caller, connectionId)
  requireRemovable(connection, caller.agentId)
  await deleteConnection(tx, connection.id)
  await record(tx, caller, { action: 'connection.removed', target: connection.id })
  return { done: true }
}
