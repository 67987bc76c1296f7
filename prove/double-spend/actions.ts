/** Actions that move money, and all pairs of them that can race. */
import type { EventActor } from '../../server/src/db/task-tables.ts'
import type { Action as LifecycleAction } from '../../server/src/tasks/lifecycle/lifecycle.ts'

interface TaskTransition {
  readonly move: LifecycleAction
  readonly by: EventActor
}

/** Actions on one task, as transitions of the lifecycle table. */
export const taskTransitions = {
  award: { move: 'award', by: 'client' },
  accept: { move: 'accept', by: 'client' },
  cancel: { move: 'cancel', by: 'client' },
  deliver: { move: 'deliver', by: 'provider' },
  dispute: { move: 'dispute', by: 'client' },
  fail: { move: 'fail', by: 'provider' },
  release: { move: 'ruleRelease', by: 'operator' },
  refund: { move: 'ruleRefund', by: 'operator' },
  settle: { move: 'settle', by: 'client' },
  withdraw: { move: 'withdrawDispute', by: 'client' },
} as const satisfies Record<string, TaskTransition>

/** Actions on the wallet of one agent. */
const walletActions = ['charge', 'hire', 'payout', 'convert'] as const

export type TaskAction = keyof typeof taskTransitions
export type WalletAction = (typeof walletActions)[number]
export type Action = TaskAction | WalletAction
export type Pair = readonly [Action, Action]

export function isTaskAction(action: Action): action is TaskAction {
  return action in taskTransitions
}

const actions: readonly Action[] = [
  ...walletActions,
  ...Object.keys(taskTransitions).filter(isTaskActionName),
]

function isTaskActionName(name: string): name is TaskAction {
  return name in taskTransitions
}

/** Every action with itself and with every other action. */
export const pairs: readonly Pair[] = actions.flatMap((one, index) =>
  actions.slice(index).map((other): Pair => [one, other]),
)
