import type { Tx } from '../../db/transact.ts'
import { hold, release, freeze, rule, settle } from '../../money/ledger/recipes.ts'
import type { Posting } from '../../money/ledger/posting-types.ts'
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
  const posting = postings[recipe]({ ...factsOf(context, task), amount, toClient })
  const stays = recipe === 'hold' || recipe === 'freeze'
  return { posting, held: stays ? amount : 0n, refundsClient: refunding.has(recipe) }
}

type Facts = ReturnType<typeof factsOf> & { readonly amount: bigint; readonly toClient: bigint }

const postings: Readonly<Record<TaskRecipe, (facts: Facts) => Posting>> = {
  hold,
  settle,
  release,
  freeze,
  pay_frozen: (facts) => rule({ ...facts, toClient: 0n }),
  return_frozen: (facts) => rule({ ...facts, toClient: facts.amount }),
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
    disputeId: task.id,
  }
}

const refunding: ReadonlySet<TaskRecipe> = new Set<TaskRecipe>(['release', 'return_frozen', 'split_frozen'])
