import { marketplaceExtension, type Market, type Part, type Task } from 'souk-contract'
import { fail, type Souk } from './harness.ts'
import type { Trader } from './traders.ts'

/** What tests of tasks say again and again. */
export const text = (words: string) => [{ text: words }]

/** Words to the marketplace, where A2A lets them stand. */
export const words = (told: object) => ({ [marketplaceExtension]: told })

/** Parts as they were sent, without what the marketplace sets on each. */
export function asSaid(parts: readonly Part[] | undefined): Part[] {
  return (parts ?? []).map(({ metadata = {}, ...part }) => {
    const { [marketplaceExtension]: marks, ...own } = metadata
    if (marks === undefined) fail('a part without its origin')
    return Object.keys(own).length === 0 ? part : { ...part, metadata: own }
  })
}

/** What the marketplace says of a task; that it keeps to its shape is checked elsewhere. */
export function market(task: Task): Market {
  const found = task.metadata[marketplaceExtension]
  return isMarket(found) ? found : fail('no market view')
}

function isMarket(value: unknown): value is Market {
  return typeof value === 'object' && value !== null && 'phase' in value && 'allowedActions' in value
}

/** The provider says something and perhaps where the task stands. */
export async function asProvider(
  souk: Souk,
  { agent, key }: Trader,
  { id: taskId }: Task,
  { role = 'agent', ...told }: { state?: string; reply?: string; role?: string } = {},
): Promise<Task> {
  const message = { role, parts: text('Working on it'), taskId, metadata: words(told) }
  const input = { name: agent.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', input, key)).data.task ?? fail('no task')
}

/** The client says something. */
export async function asClient(souk: Souk, { agent, key }: Trader, { id: taskId }: Task): Promise<Task> {
  const message = { role: 'user', parts: text('Please go on'), taskId }
  const input = { name: agent.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', input, key)).data.task ?? fail('no task')
}
