/** Behaviors of webhook receivers: the reaction to each message and attempt. Pure. */
import type { Reaction } from '../../server/test/fixtures/receivers/webhook-receiver.ts'

export type ReceiverBehavior = 'healthy' | 'failing' | 'hanging' | 'resetting' | 'gone'

/** Percentage of receivers with each faulty behavior; at least one of each. */
const shares: readonly (readonly [ReceiverBehavior, number])[] = [
  ['failing', 20],
  ['hanging', 5],
  ['resetting', 2],
  ['gone', 1],
]

/** Assigns a behavior to each receiver. */
export function assignBehaviors(receivers: number): ReceiverBehavior[] {
  const faulty = shares.flatMap(([behavior, percent]) =>
    Array.from({ length: Math.max(1, Math.round((receivers * percent) / 100)) }, () => behavior),
  )
  return Array.from({ length: receivers }, (_, index) => faulty[index] ?? 'healthy')
}

const failures = [500, 502, 503, 504]

/** `attempt` counts from 1; a message without a sequence is the test message of a webhook. */
export function reactionOf(
  behavior: ReceiverBehavior,
  sequence: number | undefined,
  attempt: number,
): Reaction {
  const success: Reaction = { status: attempt === 1 ? 204 : 200 }
  if (sequence === undefined) return success
  switch (behavior) {
    case 'healthy':
      return success
    case 'failing':
      // Every other message fails once or twice, so that later messages could overtake it.
      return sequence % 2 === 0 && attempt <= sequence / 2 && attempt < 3
        ? { status: failures[sequence % failures.length] ?? 500 }
        : success
    case 'hanging':
      return sequence === 3 && attempt === 1 ? 'hang' : success
    case 'resetting':
      return sequence % 2 === 0 && attempt === 1 ? 'reset' : success
    case 'gone':
      return { status: 410 }
  }
}
