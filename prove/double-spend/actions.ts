/** Actions that move money, and all pairs of them that can race. */
import type { EventActor } from '../../server/src/db/tables/task-tables.ts'
import type { Action as LifecycleAction } from '../../server/src/tasks/lifecycle/lifecycle.ts'

interface TaskTransition {
  readonly action: LifecycleAction
  readonly by: EventActor
}

/** Actions on one task, as transitions of the lifecycle table. */
export const taskTransitions = {
  award: { action: 'award', by: 'client' },
  accept: { action: 'accept', by: 'client' },
  cancel: { action: 'cancel', by: 'client' },
  deliver: { action: 'deliver', by: 'provider' },
  dispute: { action: 'dispute', by: 'client' },
  fail: { action: 'fail', by: 'provider' },
  release: { action: 'ruleRelease', by: 'operator' },
  refund: { action: 'ruleRefund', by: 'operator' },
  settle: { action: 'settle', by: 'client' },
  withdraw: { action: 'withdrawDispute', by: 'client' },
} as const satisfies Record<string, TaskTransition>

/** Actions on the wallet of one agent. */
const walletActions = ['charge', 'hire', 'payout', 'convert'] as const

export type TaskAction = keyof typeof taskTransitions
export type WalletAction = (typeof walletActions)[number]
export type Action = TaskAction | WalletAction
export type Pair = readonly [Action, Action]

export function isTaskAction(name: string): name is TaskAction {
  return name in taskTransitions
}

const actions: readonly Action[] = [...walletActions, ...Object.keys(taskTransitions).filter(isTaskAction)]

/** Every action with itself and with every other action. */
export const pairs: readonly Pair[] = actions.flatMap((first, index) =>
  actions.slice(index).map((second): Pair => [first, second]),
)
