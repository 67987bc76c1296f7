/** What the two sides of a task do to it. Whatever pays is asked about first, and done only to the task as it was seen. */
import type { Task } from 'souk-contract'
import { command } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { one } from '../engine/views.ts'
import { argument, prose, required, text } from '../engine/words.ts'
import { contentOptions, messageOf, partsFrom } from './parts.ts'
import { costs } from './shared.ts'
import { marketOf, taskFields } from './task-view.ts'

const task = argument('task id')
const note = prose('a message with it')

async function see({ client, self }: Session, { task: taskId }: { task: string }): Promise<Task> {
  return client.tasks.getTask({ name: await self(), taskId, historyLength: 0 })
}

/** Which task it is, and that it has not changed since somebody was asked about it. */
async function asSeen({ self }: Session, seen: Task) {
  return { name: await self(), taskId: seen.id, ...given({ expectedVersion: marketOf(seen)?.version }) }
}

const shows = (sentence: string) => (data: Task) => one('task', taskFields, sentence)({ task: data })

export const award = command({
  name: 'award',
  does: 'Award a listing to this application: funds are held and the listing is filled',
  calls: ['getTask', 'awardTask'],
  takes: { task },
  options: { note },
  example: 'souk tasks award task_01jcxg5s7ve0br4y2a6f3k8m9n',
  reads: see,
  asks: (_given, seen) => {
    const market = marketOf(seen)
    return `Award the work to ${market?.provider.name} and have ${costs(market?.terms?.price)} held for it?`
  },
  run: async (session, { note: said }, seen) =>
    session.client.tasks.awardTask({
      ...(await asSeen(session, seen)),
      ...given({ message: messageOf(said) }),
    }),
  shows: shows('Awarded.'),
})

export const accept = command({
  name: 'accept',
  does: 'Accept the delivery; the held funds are paid to the provider',
  calls: ['getTask', 'acceptTask'],
  takes: { task },
  options: { note },
  example: 'souk tasks accept task_01jcxg5s7ve0br4y2a6f3k8m9n',
  reads: see,
  asks: (_given, seen) => {
    const market = marketOf(seen)
    return `Accept the work and pay ${costs(market?.heldFunds ?? market?.terms?.price)} to ${market?.provider.name}?`
  },
  run: async (session, { note: said }, seen) =>
    session.client.tasks.acceptTask({
      ...(await asSeen(session, seen)),
      ...given({ message: messageOf(said) }),
    }),
  shows: shows('Accepted.'),
})

export const deliver = command({
  name: 'deliver',
  does: 'Deliver the work; paid work then waits for the client to accept',
  more: 'A text, files and data make one artifact. Artifacts that were submitted before count, too.',
  calls: ['deliverTask'],
  takes: { task },
  options: { ...contentOptions, name: text('what the artifact is called', 'name'), note },
  example: 'souk tasks deliver task_01jcxg5s7ve0br4y2a6f3k8m9n --file letter.txt --note "Done."',
  run: async ({ client, self }, { task: taskId, note: said, name: title, ...content }) => {
    const parts = partsFrom(content)
    const artifacts =
      parts.length === 0 ? undefined : [{ parts, ...given({ name: title ?? content.file[0] }) }]
    const message = messageOf(said)
    return client.tasks.deliverTask({ name: await self(), taskId, ...given({ artifacts, message }) })
  },
  shows: shows('Delivered.'),
})

export const dispute = command({
  name: 'dispute',
  does: 'Open a dispute; the held funds are frozen until it is decided',
  calls: ['disputeTask'],
  takes: { task, reason: required(prose('what is wrong; - reads standard input')) },
  example: 'souk tasks dispute task_01jcxg5s7ve0br4y2a6f3k8m9n "Half is missing."',
  asks: ({ task: taskId }) =>
    `Open a dispute about ${taskId}? The held funds are frozen until it is decided.`,
  run: async ({ client, self }, { task: taskId, reason }) =>
    client.tasks.disputeTask({ name: await self(), taskId, message: { parts: [{ text: reason }] } }),
  shows: shows('The dispute is open.'),
})

export const cancel = command({
  name: 'cancel',
  does: 'Cancel a task before work exists; decline or withdraw an application',
  calls: ['cancelTask'],
  takes: { task },
  example: 'souk tasks cancel task_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ task: taskId }) => `Cancel ${taskId}? This cannot be undone.`,
  run: async ({ client, self }, { task: taskId }) => client.tasks.cancelTask({ name: await self(), taskId }),
  shows: shows('Canceled.'),
})
