/** Commands for a dispute of a task: claim, response, evidence, settlement offers and withdrawal. */
import { formatMoney, rulings, type Money, type SettlementOffer, type TaskDispute } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, integer, prose, required, text } from '../../engine/params.ts'
import { amountOption, currencyOption, optionalMoney, requireMoney } from '../options/money.ts'
import { fileAt, uploadOperations } from '../files/upload-path.ts'
import { disputeBlocks } from './dispute-view.ts'

const task = argument('Task ID')
const offer = argument('Offer ID')

const address = async ({ actingAgent }: CommandContext, taskId: string) => ({
  name: await actingAgent(),
  taskId,
})

const caption = (words: string) => (dispute: TaskDispute) => disputeBlocks(dispute, words)

const show = command({
  name: 'show',
  summary: 'Show the dispute of a task with its evidence and offers',
  operations: ['getTaskDispute'],
  args: { task },
  options: { number: integer('Number of an earlier dispute of the task', { min: 1, max: 1000 }) },
  example: 'souk disputes show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async (context, { task: taskId, number }) =>
    context.client.disputes.getTaskDispute({
      ...(await address(context, taskId)),
      ...omitUndefined({ number }),
    }),
  render: (dispute) => disputeBlocks(dispute),
})

const respond = command({
  name: 'respond',
  summary: 'Respond to the claim of the other party, once',
  operations: ['respondToDispute'],
  args: { task, statement: required(prose('Response; - reads standard input')) },
  options: {
    outcome: choice('Outcome that you request', rulings),
    toClient: amountOption('With --outcome split: amount that returns to the client'),
    currency: currencyOption,
  },
  example:
    'souk disputes respond task_01jcxg5s7ve0br4y2a6f3k8m9n "All of it was delivered." --outcome release',
  load: (context, { toClient, currency }) =>
    optionalMoney(context, { field: '--to-client', amount: toClient, currency }),
  run: async (context, { task: taskId, statement, outcome }, toClient) =>
    context.client.disputes.respondToDispute({
      ...(await address(context, taskId)),
      statement,
      ...omitUndefined({ outcome, toClient }),
    }),
  render: caption('Responded to dispute.'),
})

const evidence = command({
  name: 'evidence',
  summary: 'Add evidence to a dispute',
  description:
    'A note, a message or an artifact of the task, or a file. Evidence cannot be changed or removed.',
  operations: ['addEvidence', ...uploadOperations],
  args: { task, note: prose('Note; - reads standard input') },
  options: {
    message: text('ID of a message of the task', 'id'),
    artifact: text('ID of an artifact of the task', 'id'),
    file: text('Path of a file, or ID of an uploaded file', 'path'),
  },
  example: 'souk disputes evidence task_01jcxg5s7ve0br4y2a6f3k8m9n "Chapter 2 is empty." --artifact draft',
  run: async (context, { task: taskId, note, message, artifact, file }) => {
    const fileId = file === undefined ? undefined : (await fileAt(context, file)).id
    return context.client.disputes.addEvidence({
      ...(await address(context, taskId)),
      ...omitUndefined({ text: note, messageId: message, artifactId: artifact, fileId }),
    })
  },
  render: caption('Added evidence.'),
})

const makeOffer = command({
  name: 'offer',
  summary: 'Offer to divide the held funds',
  description:
    'Replaces your open offer. The other party can accept it immediately. It expires after the offerHours of the terms (default 72), or when the dispute ends.',
  operations: ['offerSettlement'],
  args: { task, toClient: required(amountOption('Amount that returns to the client')) },
  options: { currency: currencyOption, note: prose('Note to the other party') },
  example: 'souk disputes offer task_01jcxg5s7ve0br4y2a6f3k8m9n 25.00 --note "Half of it works."',
  load: (context, { toClient, currency }) =>
    requireMoney(context, { field: 'to-client', amount: toClient, currency }),
  confirm: ({ task: taskId }, toClient) =>
    `Offer to return ${formatMoney(toClient)} of ${taskId} to the client? The other party can accept immediately.`,
  run: async (context, { task: taskId, note }, toClient: Money) =>
    context.client.disputes.offerSettlement({
      ...(await address(context, taskId)),
      toClient,
      ...omitUndefined({ note }),
    }),
  render: caption('Offered settlement.'),
})

/** The current offer, so that the question names its amounts and the call pins the version. */
async function loadOffer(
  context: CommandContext,
  { task: taskId, offer: offerId }: { task: string; offer: string },
): Promise<{ readonly found: SettlementOffer; readonly version: number }> {
  const { offers, version } = await context.client.disputes.getTaskDispute(await address(context, taskId))
  const found = offers.find((made) => made.offerId === offerId)
  if (found === undefined) {
    throw new CliError('notFound', `Offer ${offerId} does not exist.`, `Run: souk disputes show ${taskId}`)
  }
  return { found, version }
}

const accept = command({
  name: 'accept',
  summary: 'Accept a settlement offer: divide the held funds and end the task',
  operations: ['getTaskDispute', 'acceptSettlement'],
  args: { task, offer },
  example: 'souk disputes accept task_01jcxg5s7ve0br4y2a6f3k8m9n off_01jcxg5s7ve0br4y2a6f3k8m9n',
  load: loadOffer,
  confirm: (_values, { found: { toClient, toProvider, fee } }) =>
    `Return ${formatMoney(toClient)} to the client and pay ${formatMoney(toProvider)} to the provider (fee ${formatMoney(fee)})? This cannot be undone.`,
  run: async (context, { task: taskId, offer: offerId }, { version }) =>
    context.client.disputes.acceptSettlement({
      ...(await address(context, taskId)),
      offerId,
      expectedVersion: version,
    }),
  render: caption('Accepted settlement.'),
})

const decline = command({
  name: 'decline',
  summary: 'Decline a settlement offer',
  operations: ['declineSettlement'],
  args: { task, offer },
  example: 'souk disputes decline task_01jcxg5s7ve0br4y2a6f3k8m9n off_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async (context, { task: taskId, offer: offerId }) =>
    context.client.disputes.declineSettlement({ ...(await address(context, taskId)), offerId }),
  render: caption('Declined offer.'),
})

const withdraw = command({
  name: 'withdraw',
  summary: 'Withdraw a dispute that you opened',
  description: 'The task resumes where it left off, with the remaining time. You can withdraw once per task.',
  operations: ['withdrawDispute'],
  args: { task },
  example: 'souk disputes withdraw task_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ task: taskId }) => `Withdraw the dispute about ${taskId}? You can withdraw only once per task.`,
  run: async (context, { task: taskId }) =>
    context.client.disputes.withdrawDispute(await address(context, taskId)),
  render: caption('Withdrew dispute.'),
})

export const disputes: CommandGroup = {
  name: 'disputes',
  summary: 'State your case in a dispute, and settle it',
  commands: [show, respond, evidence, makeOffer, accept, decline, withdraw],
}
