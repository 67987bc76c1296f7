import type { Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { requireTaskId } from '../../tasks/reads/get-task.ts'
import { createPushConfig } from './create-push-config.ts'
import { deletePushConfig } from './delete-push-config.ts'
import { configsOf, findConfig } from './queries.ts'
import { viewPushConfig } from './view.ts'

export const pushConfigs: Handlers<Contract['pushConfigs']> = {
  createPushConfig: write(createPushConfig),
  listPushConfigs: read(async (reader, caller, address) => {
    const taskId = await requireTaskId(reader, caller, address)
    const rows = await configsOf(reader, { taskId, agentId: caller.agentId })
    return { configs: rows.map(viewPushConfig), nextPageToken: '' }
  }),
  getPushConfig: read(async (reader, caller, { configId, ...address }) => {
    const taskId = await requireTaskId(reader, caller, address)
    const row = await findConfig(reader, { taskId, agentId: caller.agentId }, configId)
    return row === undefined ? noSuchConfig() : viewPushConfig(row)
  }),
  deletePushConfig: write(deletePushConfig),
}

/** A2A has no error code for a missing config. */
function noSuchConfig(): never {
  return fail(
    'task-not-found',
    'Push config not found, or you have no access to it.',
    'List the push configs of the task.',
  )
}
