import type { Tx } from '../../db/transact.ts'
import { hold, release, freeze, rule, settle } from '../../ledger/recipes.ts'
import { post, type Actor } from '../../ledger/post.ts'
import type { Posting } from '../../ledger/posting.ts'
import { holdEarned, riskOf } from '../payments/earnings-holds.ts'
import { repayDebt } from '../payments/apply-payment.ts'
import type { MoneyMove } from './lifecycle.ts'
import type { TaskRow } from './queries.ts'

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

/** Lets them move. What comes back to a client in debt pays the debt first. */
export async function moveMoney(
  tx: Tx,
  task: TaskRow,
  { posting, givesBack: owes }: Moved,
  actor: Actor,
): Promise<void> {
  if (posting === undefined) return
  const client = { book: task.book, currency: task.currency, agentId: task.client_id }
  const earned = earnedBy(posting)
  const risk = earned === 0n ? 'none' : await riskOf(tx, client)
  await post(tx, posting, { actor })
  if (owes) await repayDebt(tx, client, task.id, actor)
  if (risk === 'none') return
  await holdEarned(tx, { client, providerId: task.provider_id, taskId: task.id, amount: earned })
}

function earnedBy({ transfers }: Posting): bigint {
  const earned = transfers.filter(({ credit }) => credit.kind === 'earnings')
  return earned.reduce((sum, { amount }) => sum + amount, 0n)
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
