import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockAsParty } from '../../tasks/commands/access.ts'
import { removeConfig } from './queries.ts'

/** Idempotent: a missing config counts as deleted. */
export const deletePushConfig: Operation<Contract['pushConfigs']['deletePushConfig']> = async (
  tx,
  caller,
  { configId, ...address },
) => {
  const { task } = await lockAsParty(tx, caller, address)
  const holder = { taskId: task.id, agentId: caller.agentId }
  if (await removeConfig(tx, holder, configId)) {
    await record(tx, caller, { action: 'pushConfig.deleted', target: `${task.id}/${configId}` })
  }
  return {}
}
