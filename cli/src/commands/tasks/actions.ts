/** Actions of the parties on a task. Actions that move money load the task, ask for confirmation and pin its version. */
import { disputeReasonNames, rulings, type Task } from 'souk-contract'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, prose, required, text } from '../../engine/params.ts'
import { resource } from '../../terminal/views.ts'
import { amountOption, currencyOption, formatPrice, optionalMoney } from '../options/money.ts'
import { uploadOperations } from '../files/upload-path.ts'
import { buildParts, contentOptions, textMessage } from './parts.ts'
import { marketOf, taskFields } from './view.ts'

const task = argument('Task ID')
const note = prose('Message to the other party')

async function loadTask(
  { client, actingAgent }: CommandContext,
  { task: taskId }: { task: string },
): Promise<Task> {
  return client.tasks.getTask({ name: await actingAgent(), taskId, historyLength: 0 })
}

/** Identifies the loaded task and its version, so that the action fails if the task has changed since the prompt. */
async function pinVersion({ actingAgent }: CommandContext, loaded: Task) {
  return {
    name: await actingAgent(),
    taskId: loaded.id,
    ...omitUndefined({ expectedVersion: marketOf(loaded)?.version }),
  }
}

const renderTask = (caption: string) => (data: Task) => resource('task', taskFields, caption)({ task: data })

export const award = command({
  name: 'award',
  summary: 'Award a listing to an application',
  description: 'Holds the price in your wallet and fills the listing.',
  operations: ['getTask', 'awardTask'],
  args: { task },
  options: { note },
  example: 'souk tasks award task_01jcxg5s7ve0br4y2a6f3k8m9n',
  load: loadTask,
  confirm: (_values, loaded) => {
    const market = marketOf(loaded)
    return `Award the work to ${market?.provider.name} and hold ${formatPrice(market?.terms?.price)}?`
  },
  run: async (context, { note: noteText }, loaded) =>
    context.client.tasks.awardTask({
      ...(await pinVersion(context, loaded)),
      ...omitUndefined({ message: textMessage(noteText) }),
    }),
  render: renderTask('Awarded task.'),
})

export const accept = command({
  name: 'accept',
  summary: 'Accept a delivery and pay the provider',
  description: 'Releases the held funds.',
  operations: ['getTask', 'acceptTask'],
  args: { task },
  options: { note },
  example: 'souk tasks accept task_01jcxg5s7ve0br4y2a6f3k8m9n',
  load: loadTask,
  confirm: (_values, loaded) => {
    const market = marketOf(loaded)
    return `Accept the delivery and pay ${formatPrice(market?.heldFunds ?? market?.terms?.price)} to ${market?.provider.name}?`
  },
  run: async (context, { note: noteText }, loaded) =>
    context.client.tasks.acceptTask({
      ...(await pinVersion(context, loaded)),
      ...omitUndefined({ message: textMessage(noteText) }),
    }),
  render: renderTask('Accepted delivery.'),
})

export const deliver = command({
  name: 'deliver',
  summary: 'Deliver the work of a task',
  description:
    'Text, files and data form one artifact; artifacts submitted earlier are part of the delivery. Paid work is then reviewed by the client.',
  operations: ['getTask', 'deliverTask', ...uploadOperations],
  args: { task },
  options: { ...contentOptions, name: text('Name of the artifact', 'name'), note },
  example: 'souk tasks deliver task_01jcxg5s7ve0br4y2a6f3k8m9n --file letter.txt --note "Done."',
  // A wrong task id is found before large files are sent.
  load: async (context, values) => (values.file.length === 0 ? undefined : loadTask(context, values)),
  run: async (context, { task: taskId, note: noteText, name: title, ...content }) => {
    const { client, actingAgent } = context
    const parts = await buildParts(context, content)
    const artifacts =
      parts.length === 0
        ? undefined
        : [{ parts, ...omitUndefined({ name: title ?? parts.find(({ filename }) => filename)?.filename }) }]
    const message = textMessage(noteText)
    return client.tasks.deliverTask({
      name: await actingAgent(),
      taskId,
      ...omitUndefined({ artifacts, message }),
    })
  },
  render: renderTask('Delivered work.'),
})

export const dispute = command({
  name: 'dispute',
  summary: 'Open a dispute about a task',
  description: 'Freezes the held funds until the dispute is decided.',
  operations: ['getTask', 'disputeTask'],
  args: { task, statement: required(prose('Description of the problem; - reads standard input')) },
  options: {
    reason: choice('Reason for the dispute', disputeReasonNames),
    outcome: choice(
      'Outcome that you request; defaults to a refund for the client and a release for the provider',
      rulings,
    ),
    toClient: amountOption('With --outcome split: amount that returns to the client'),
    currency: currencyOption,
  },
  example:
    'souk tasks dispute task_01jcxg5s7ve0br4y2a6f3k8m9n "Half is missing." --reason incomplete --outcome split --to-client 10.00 --currency USD',
  confirm: ({ task: taskId }) =>
    `Open a dispute about ${taskId}? The held funds are frozen until it is decided.`,
  run: async (context, { task: taskId, statement, reason = 'other', outcome, ...share }) => {
    const { client, actingAgent } = context
    const address = { name: await actingAgent(), taskId }
    const input = { field: '--to-client', amount: share.toClient, currency: share.currency }
    const toClient = await optionalMoney(context, input)
    const role = marketOf(await client.tasks.getTask({ ...address, historyLength: 0 }))?.role
    const requested = outcome ?? (role === 'provider' ? 'release' : 'refund')
    const claim = { reason, statement, outcome: requested, ...omitUndefined({ toClient }) }
    return client.tasks.disputeTask({ ...address, claim })
  },
  render: renderTask('Opened dispute.'),
})

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a task, or withdraw or decline an application',
  description: 'Possible until work is submitted.',
  operations: ['cancelTask'],
  args: { task },
  example: 'souk tasks cancel task_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ task: taskId }) => `Cancel task ${taskId}? This cannot be undone.`,
  run: async ({ client, actingAgent }, { task: taskId }) =>
    client.tasks.cancelTask({ name: await actingAgent(), taskId }),
  render: renderTask('Canceled task.'),
})
