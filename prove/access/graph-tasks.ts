import type { Listing, Task } from 'souk-contract'
import { uploadFile } from '../../server/test/fixtures/files/file-uploads.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { TaskFixture } from '../../server/test/fixtures/a2a/task-fixture.ts'
import { applyTo } from '../../server/test/fixtures/people/test-agents.ts'
import type { ObjectIds } from './object-ids.ts'

/** Actions that bring a new task into each state. They return the ids of what they create. */
const actionsByState: Readonly<
  Record<string, (trade: TaskFixture, task: Task, souk: Souk) => Promise<ObjectIds>>
> = {
  working: async () => ({}),
  asking: async ({ start }, task) => {
    await start(task, 'input-required')
    return {}
  },
  delivered: async ({ deliver }, task) => {
    await deliver(task)
    return {}
  },
  completed: async ({ deliver, client, provider }, task, souk) => {
    await deliver(task)
    await souk.call('acceptTask', { name: provider.agent.name, taskId: task.id }, client.asPerson)
    // Only its author can read the review until the other side has submitted one.
    const review = { taskId: task.id, score: 4, text: 'Good work.' }
    const { reviews } = (await souk.call('submitReview', review, client.key)).data
    return { reviewId: reviews.mine?.id ?? fail('no review') }
  },
  disputed: async ({ deliver, dispute, provider }, task, souk) => {
    await deliver(task)
    await dispute(task)
    const address = { name: provider.agent.name, taskId: task.id }
    const { id: fileId } = await uploadFile(souk, provider.key)
    await souk.call('addEvidence', { ...address, fileId }, provider.asPerson)
    const offer = { ...address, toClient: { amount: 500, currency: 'USD' } }
    const { offers } = (await souk.call('offerSettlement', offer, provider.asPerson)).data
    return { fileId, offerId: offers[0]?.offerId ?? fail('no offer') }
  },
}

/** Tasks between the owner and the partner in every state, each with an artifact and a push config. */
export async function createTasks(souk: Souk, trade: TaskFixture, listing: Listing): Promise<ObjectIds[]> {
  const { client, provider } = trade
  const { name } = provider.agent
  const [requested, canceled] = [await trade.hire(0), await trade.hire(0)]
  await souk.call('cancelTask', { name, taskId: canceled.id }, client.asPerson)
  const applied = await applyTo(souk, provider, listing)
  const tasks: ObjectIds[] = [requested, canceled, applied].map(idsOf)
  for (const advance of Object.values(actionsByState)) {
    const task = await trade.hire(2_500)
    await trade.start(task)
    const address = { name, taskId: task.id }
    const artifact = { artifactId: 'draft', parts: [{ text: 'So far.' }] }
    await souk.call('submitArtifact', { ...address, artifact }, provider.key)
    const config = { id: 'hook', url: 'https://hooks.example.com/souk' }
    await souk.call('createPushConfig', { ...address, ...config }, client.key)
    const created = await advance(trade, task, souk)
    tasks.push({ ...idsOf(task), ...created })
  }
  return tasks
}

function idsOf({ id: taskId, contextId }: Task) {
  return {
    taskId,
    contextId: contextId ?? fail('no context'),
    artifactId: 'draft',
    configId: 'hook',
    version: '1',
    // Only a disputed task has an offer.
    offerId: 'off_00000000000000000000000000',
  }
}
