import type { Contract, PushConfig, PushConfigInput } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { lockAsParty } from '../../tasks/commands/access.ts'
import { countOtherConfigs, upsertConfig } from './queries.ts'
import { configsMax, requireCallbackUrl, requireScheme, requireSecrets } from './rules.ts'
import { viewPushConfig } from './view.ts'

/** Also allowed on an ended task. */
export const createPushConfig: Operation<Contract['pushConfigs']['createPushConfig']> = async (
  tx,
  caller,
  input,
) => {
  const { task } = await lockAsParty(tx, caller, input)
  return savePushConfig(tx, caller, task.id, input)
}

/** For a config sent with a message. The task is new or locked, so the limit holds for concurrent calls. */
export async function savePushConfig(
  tx: Tx,
  caller: AgentCaller,
  taskId: Id<'task'>,
  sent: PushConfigInput,
): Promise<PushConfig> {
  const { id, url, token, authentication } = sent
  const { host } = requireCallbackUrl(tx.checkUrl(url))
  requireScheme(authentication)
  requireSecrets(sent)
  const configId = id === undefined || id === '' ? newId('pnc', tx.now) : id
  const holder = { taskId, agentId: caller.agentId }
  if ((await countOtherConfigs(tx, holder, configId)) >= configsMax) {
    fail(
      'conflict',
      `A task can have at most ${configsMax} push configs per party.`,
      'Delete a config, or replace one by its ID.',
    )
  }
  const config = await upsertConfig(tx, {
    task_id: taskId,
    agent_id: caller.agentId,
    config_id: configId,
    url,
    secrets: tx.vault.seal(JSON.stringify({ token, credentials: authentication?.credentials })),
    scheme: authentication?.scheme ?? null,
    created_at: tx.now,
    a2a_version: caller.a2aVersion ?? '1.0',
    ...registrantOf(caller),
  })
  // Not under the task id, whose audit trail the other party can read.
  const target = `${taskId}/${configId}`
  await record(tx, caller, { action: 'pushConfig.created', target, details: { host } })
  return viewPushConfig(config)
}
