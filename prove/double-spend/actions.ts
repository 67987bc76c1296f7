/** What people and software do that moves money, and every two of them that can meet. */
import type { EventMaker } from '../../server/src/db/task-tables.ts'
import type { Move } from '../../server/src/tasks/lifecycle/lifecycle.ts'

interface TaskMove {
  readonly move: Move
  readonly by: EventMaker
}

/** What is done to one task, as the table of the lifecycle calls it. */
export const taskMoves = {
  award: { move: 'award', by: 'client' },
  accept: { move: 'accept', by: 'client' },
  cancel: { move: 'cancel', by: 'client' },
  deliver: { move: 'deliver', by: 'provider' },
  dispute: { move: 'dispute', by: 'client' },
  fail: { move: 'fail', by: 'provider' },
  release: { move: 'ruleRelease', by: 'operator' },
  refund: { move: 'ruleRefund', by: 'operator' },
} as const satisfies Record<string, TaskMove>

/** What is done to the wallet of one agent: new work for its money, and money in and out. */
const walletDeeds = ['charge', 'hire', 'payout', 'convert'] as const

export type TaskDeed = keyof typeof taskMoves
export type WalletDeed = (typeof walletDeeds)[number]
export type Deed = TaskDeed | WalletDeed
export type Pair = readonly [Deed, Deed]

export function isTaskDeed(deed: Deed): deed is TaskDeed {
  return deed in taskMoves
}

const deeds: readonly Deed[] = [...walletDeeds, ...Object.keys(taskMoves).filter(isDeed)]

function isDeed(name: string): name is TaskDeed {
  return name in taskMoves
}

/** Each with itself, and each with every other. */
export const pairs: readonly Pair[] = deeds.flatMap((one, place) =>
  deeds.slice(place).map((other): Pair => [one, other]),
)
