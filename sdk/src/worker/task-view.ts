/** Accessors for tasks, as a provider needs them. Pure. */
import { marketplaceExtension, type Message, type Phase, type Task } from 'souk-contract'
import { marketOf } from '../market.ts'

/** Whether the provider has to act. Applications, questions and deliveries wait for the client. */
export function awaitsProvider(phase: Phase): boolean {
  return phase === 'requested' || phase === 'working'
}

/** Whether the client has asked about the delivery and waits for the answer. */
export function hasOpenQuestion(task: Task): boolean {
  const { phase, awaiting } = marketOf(task)
  return phase === 'delivered' && awaiting === 'provider'
}

/** Whether a handler has nothing left to do: the task has ended, or waits for a decision of others. */
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

export function historyOf({ history = [] }: Task): readonly Message[] {
  return history
}

/** Whether the client sent the message as a question about a delivery, so that it does not request changes. */
export function isQuestion({ metadata }: Message): boolean {
  const directives = metadata?.[marketplaceExtension]
  if (typeof directives !== 'object' || directives === null) return false
  return 'intent' in directives && directives.intent === 'question'
}

/** Index of the first client message from `index` on; -1 if there is none. */
export function nextClientMessage(history: readonly Message[], index: number): number {
  const found = history.slice(index).findIndex(({ role }) => role === 'ROLE_USER')
  return found < 0 ? -1 : index + found
}
