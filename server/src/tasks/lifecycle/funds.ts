import type { Tx } from '../../db/transact.ts'
import { hold, returnHeld, freeze, rule, settle, unfreeze } from '../../money/ledger/recipes.ts'
import type { Posting } from '../../money/ledger/posting-types.ts'
import { disputeIdOf } from './dispute-state.ts'
import type { TaskRecipe } from './lifecycle.ts'
import type { TaskRow } from './task-row.ts'

/** Price in minor units; 0 if the task is free. */
export function priceOf({ terms }: Pick<TaskRow, 'terms'>): bigint {
  return BigInt(terms.price?.amount ?? 0)
}

/** Effect of a step on the held funds. */
export interface FundsChange {
  readonly posting: Posting | undefined
  /** Funds held for the task after the step. */
  readonly held: bigint
  readonly refundsClient: boolean
  /** Amount of the frozen funds that returns to the client. */
  readonly toClient?: bigint
}

/** Applies the recipe of a transition to the held funds of a task. */
export function changeFunds(
  context: Pick<Tx, 'settings'>,
  task: TaskRow,
  recipe: TaskRecipe | undefined,
  toClient = 0n,
): FundsChange {
  const amount = recipe === 'hold' ? priceOf(task) : task.held
  if (recipe === undefined || amount === 0n) return { posting: undefined, held: amount, refundsClient: false }
  const returned = recipe === 'return_frozen' ? amount : recipe === 'pay_frozen' ? 0n : toClient
  const posting = postings[recipe]({ ...factsOf(context, task), amount, toClient: returned })
  const held = keeping.has(recipe) ? amount : 0n
  return { posting, held, refundsClient: refunding.has(recipe), toClient: returned }
}

type Facts = ReturnType<typeof factsOf> & { readonly amount: bigint; readonly toClient: bigint }

const postings: Readonly<Record<TaskRecipe, (facts: Facts) => Posting>> = {
  hold,
  settle,
  return_held: returnHeld,
  freeze,
  unfreeze,
  pay_frozen: rule,
  return_frozen: rule,
  split_frozen: rule,
}

function factsOf({ settings }: Pick<Tx, 'settings'>, task: TaskRow) {
  return {
    book: task.book,
    currency: task.currency,
    taskId: task.id,
    clientId: task.client_id,
    providerId: task.provider_id,
    feeBps: task.fee_bps ?? settings.feeBps,
    disputeId: disputeIdOf(task),
  }
}

const keeping: ReadonlySet<TaskRecipe> = new Set<TaskRecipe>(['hold', 'freeze', 'unfreeze'])
const refunding: ReadonlySet<TaskRecipe> = new Set<TaskRecipe>([
  'return_held',
  'return_frozen',
  'split_frozen',
])
