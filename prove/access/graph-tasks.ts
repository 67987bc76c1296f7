import type { Listing, Task } from 'souk-contract'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Trade } from '../../server/test/fixtures/trade.ts'
import { applyTo } from '../../server/test/fixtures/traders.ts'
import type { Place } from './graph.ts'

/** How a task gets where it is; each begins anew. */
const ways: Readonly<Record<string, (trade: Trade, task: Task, souk: Souk) => Promise<unknown>>> = {
  working: async () => undefined,
  asking: ({ start }, task) => start(task, 'input-required'),
  delivered: ({ deliver }, task) => deliver(task),
  completed: async ({ deliver, client, provider }, task, souk) => {
    await deliver(task)
    await souk.call('acceptTask', { name: provider.agent.name, taskId: task.id }, client.hand)
  },
  disputed: async ({ deliver, dispute }, task) => {
    await deliver(task)
    await dispute(task)
  },
}

/** Tasks of the owner with the partner, each with a piece of work and somebody to be told of it. */
export async function tasksIn(souk: Souk, trade: Trade, listing: Listing): Promise<Place[]> {
  const { client, provider } = trade
  const { name } = provider.agent
  const [requested, canceled] = [await trade.hire(0), await trade.hire(0)]
  await souk.call('cancelTask', { name, taskId: canceled.id }, client.hand)
  const applied = await applyTo(souk, provider, listing)
  const places = [requested, canceled, applied].map(placeOf)
  for (const go of Object.values(ways)) {
    const task = await trade.hire(2_500)
    await trade.start(task)
    const about = { name, taskId: task.id }
    const artifact = { artifactId: 'draft', parts: [{ text: 'So far.' }] }
    await souk.call('submitArtifact', { ...about, artifact }, provider.key)
    const config = { id: 'hook', url: 'https://hooks.example.com/souk' }
    await souk.call('createPushConfig', { ...about, ...config }, client.key)
    await go(trade, task, souk)
    places.push(placeOf(task))
  }
  return places
}

function placeOf({ id: taskId, contextId }: Task) {
  return {
    taskId,
    contextId: contextId ?? fail('no context'),
    artifactId: 'draft',
    configId: 'hook',
    version: '1',
  }
}
