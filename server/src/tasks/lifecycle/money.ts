import type { Tx } from '../../db/transact.ts'
import { hold, release, freeze, rule, settle } from '../../money/ledger/recipes.ts'
import type { Posting } from '../../money/ledger/posting-types.ts'
import type { MoneyMove } from './lifecycle.ts'
import type { TaskRow } from './task-row.ts'

/** The price of a task in minor units; nothing when it is free. */
export function priceOf({ terms }: Pick<TaskRow, 'terms'>): bigint {
  return BigInt(terms.price?.amount ?? 0)
}

/** What a step does with the held funds, and what then lies in the ledger for the task. */
export interface Moved {
  readonly posting: Posting | undefined
  readonly held: bigint
  /** Something comes back to the client. */
  readonly givesBack: boolean
}

/** How the held funds of a task move, as the lifecycle says. */
export function movedBy(
  surroundings: Pick<Tx, 'settings'>,
  task: TaskRow,
  move: MoneyMove | undefined,
  toClient = 0n,
): Moved {
  const amount = move === 'hold' ? priceOf(task) : task.held
  if (move === undefined || amount === 0n) return { posting: undefined, held: amount, givesBack: false }
  const posting = postings[move]({ ...factsOf(surroundings, task), amount, toClient })
  const stays = move === 'hold' || move === 'freeze'
  return { posting, held: stays ? amount : 0n, givesBack: givesBack.has(move) }
}

type Facts = ReturnType<typeof factsOf> & { readonly amount: bigint; readonly toClient: bigint }

const postings: Readonly<Record<MoneyMove, (facts: Facts) => Posting>> = {
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

const givesBack: ReadonlySet<MoneyMove> = new Set<MoneyMove>(['release', 'return_frozen', 'split_frozen'])
