/** Streams the updates of a task until it ends. */
import type { StreamResponse } from 'souk-contract'
import type { LiveStream } from 'souk-sdk'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { argument, text } from '../../engine/params.ts'
import { phaseLabel } from './labels.ts'
import { isFailedPhase, phaseOf, updateBlocks } from './view.ts'

type Update = { readonly id: string; readonly data: StreamResponse }

/** Prints each update. Throws if the task ends canceled, rejected or failed. */
export async function printUpdates(context: CommandContext, updates: LiveStream<Update>): Promise<undefined> {
  let last: string | undefined
  for await (const update of updates) {
    const { task, statusUpdate } = update.data
    const current = task ?? statusUpdate
    if (current !== undefined) last = phaseOf(current)
    context.event(update, () => updateBlocks(update.data))
  }
  if (isFailedPhase(last)) {
    throw new CliError('failed', `Task ended: ${phaseLabel(last)}.`, 'See the reason with "souk tasks show".')
  }
  return undefined
}

export const watch = command({
  name: 'watch',
  summary: 'Stream the updates of a task until it ends',
  description:
    'With --json, each update is one line. Reconnects without losing updates. Press Ctrl-C to stop.',
  operations: ['subscribeToTask'],
  args: { task: argument('Task ID') },
  options: { after: text('Resume after this update', 'number') },
  example: 'souk tasks watch task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async (context, { task: taskId, after }) => {
    const options = { signal: context.signal, lastEventId: after }
    const name = await context.actingAgent()
    return printUpdates(context, context.client.tasks.subscribeToTask({ name, taskId }, options))
  },
  render: () => [],
  streaming: true,
})
