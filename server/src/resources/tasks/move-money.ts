import type { Tx } from '../../db/transact.ts'
import { hold, release, freeze, rule, settle } from '../../ledger/recipes.ts'
import { post, type Actor } from '../../ledger/post.ts'
import type { Posting } from '../../ledger/posting.ts'
import { repayDebt } from '../payments/apply-payment.ts'
import type { MoneyMove } from './lifecycle.ts'
import type { TaskRow } from './queries.ts'

/** The price of a task in minor units; nothing when it is free. */
export function priceOf({ terms }: Pick<TaskRow, 'terms'>): bigint {
  return BigInt(terms.price?.amount ?? 0)
}

/** Moves the held funds of a task as the lifecycle says; answers what then lies in the ledger for it. */
export async function moveMoney(
  tx: Tx,
  task: TaskRow,
  move: MoneyMove,
  { actor, toClient = 0n }: { actor: Actor; toClient?: bigint },
): Promise<bigint> {
  const amount = move === 'hold' ? priceOf(task) : task.held
  if (amount === 0n) return 0n
  await post(tx, postings[move]({ ...factsOf(tx, task), amount, toClient }), { actor })
  if (givesBack.has(move)) await repay(tx, task, actor)
  return move === 'hold' || move === 'freeze' ? amount : 0n
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

function factsOf({ settings }: Tx, task: TaskRow) {
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

/** What comes back to somebody in debt pays the debt first. */
async function repay(tx: Tx, task: TaskRow, actor: Actor): Promise<void> {
  const wallet = { book: task.book, currency: task.currency, agentId: task.client_id }
  await repayDebt(tx, wallet, task.id, actor)
}
