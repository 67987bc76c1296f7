/** How receivers are: what each does with a message when it comes for the first, second or third time. Pure. */
import type { Reaction } from '../../server/test/fixtures/webhook-receiver.ts'

export type Manner = 'healthy' | 'failing' | 'hanging' | 'resetting' | 'gone'

/** Of a hundred receivers, so many are not healthy; of each kind there is at least one. */
const shares: readonly (readonly [Manner, number])[] = [
  ['failing', 20],
  ['hanging', 5],
  ['resetting', 2],
  ['gone', 1],
]

/** One for each receiver. */
export function mannersOf(receivers: number): Manner[] {
  const sick = shares.flatMap(([manner, percent]) =>
    Array.from({ length: Math.max(1, Math.round((receivers * percent) / 100)) }, () => manner),
  )
  return Array.from({ length: receivers }, (_, place) => sick[place] ?? 'healthy')
}

const failures = [500, 502, 503, 504]

/** `tries` counts from 1; a message without a sequence is a test of the address. */
export function reactionOf(manner: Manner, sequence: number | undefined, tries: number): Reaction {
  const well: Reaction = { status: tries === 1 ? 204 : 200 }
  if (sequence === undefined) return well
  switch (manner) {
    case 'healthy':
      return well
    case 'failing':
      // Every other message fails once or twice, so that those behind it have somebody to overtake.
      return sequence % 2 === 0 && tries <= sequence / 2 && tries < 3
        ? { status: failures[sequence % failures.length] ?? 500 }
        : well
    case 'hanging':
      return sequence === 3 && tries === 1 ? 'hang' : well
    case 'resetting':
      return sequence % 2 === 0 && tries === 1 ? 'reset' : well
    case 'gone':
      return { status: 410 }
  }
}
