/** What a provider has to know of a task. Pure. */
import {
  marketplaceExtension,
  type Market,
  type Message,
  type Part,
  type Phase,
  type Task,
} from 'souk-contract'

/** What the marketplace says of a task in its metadata. */
export function marketOf(task: Task): Market {
  const market = task.metadata[marketplaceExtension]
  if (isMarket(market)) return market
  throw new TypeError(`Task ${task.id} carries nothing of a Souk marketplace.`)
}

function isMarket(value: unknown): value is Market {
  return typeof value === 'object' && value !== null && 'phase' in value && 'version' in value
}

/** Whether it is for the provider to act. An application waits for the award, a question for its answer, a delivery for review. */
export function isOurTurn(phase: Phase): boolean {
  return phase === 'requested' || phase === 'working'
}

/** Whether there is nothing left to do for a handler: the task has ended, or others decide about it. */
export function isOver(phase: Phase): boolean {
  return over.has(phase)
}

const over: ReadonlySet<Phase> = new Set<Phase>([
  'delivered',
  'disputed',
  'completed',
  'canceled',
  'rejected',
  'failed',
])

/** What the parts of a message or an artifact say in words. */
export function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ text }) => text ?? []).join('\n')
}

export function historyOf({ history = [] }: Task): readonly Message[] {
  return history
}

/** Where the first message of the client stands from `index` on; -1 when it has said nothing since. */
export function heardFrom(history: readonly Message[], index: number): number {
  const found = history.slice(index).findIndex(({ role }) => role === 'ROLE_USER')
  return found < 0 ? -1 : index + found
}
