import { record } from '../../../audit/record.ts'
import type { UserCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail, Failure, found, notFound } from '../../../failure.ts'
import type { AgentId } from '../../../money/ledger/accounts.ts'
import { actorOf, post } from '../../../money/ledger/post.ts'
import { moveFunds } from '../../../money/ledger/recipes.ts'
import { newId, type Id } from '../../../lib/ids.ts'
import { requireUnrestricted } from '../../../money/payments/wallet-restrictions.ts'
import { walletOfAgent } from '../../../money/payments/wallet.ts'
import { isInsider } from '../access.ts'
import { lockAgents, lockOwnAccounts, reassignHolds, reassignPayments, archiveFactsOf } from './queries.ts'
import { blockersOf, isMovable, type ArchiveFacts } from './rules.ts'
import { findAgent } from '../queries.ts'

/** Locks the agent that receives the funds. It must have the same owner. */
export async function lockTarget(
  tx: Tx,
  caller: UserCaller,
  from: Id<'agt'>,
  reference: string,
): Promise<Id<'agt'>> {
  const target = found(await findAgent(tx, reference), 'agent')
  if (target.owner_id !== caller.userId) {
    if (target.visibility === 'private' && !(await isInsider(tx, caller, target.id))) return notFound('agent')
    return fail(
      'forbidden',
      'Funds move only between agents of the same owner.',
      'Choose another agent that you own.',
    )
  }
  if (target.id === from) {
    return fail('unprocessable', 'Funds must move to another agent.', 'Choose another agent that you own.')
  }
  const locked = await lockAgents(tx, [from, target.id])
  if (locked.some(({ id, archived_at: at }) => id === target.id && at !== null)) return notFound('agent')
  return target.id
}

/** Moves each balance to the same account of the target. Refuses if anything but movable funds blocks archiving. */
export async function moveAllFunds(tx: Tx, caller: UserCaller, from: AgentId, to: AgentId): Promise<void> {
  await reassignHolds(tx, from, to)
  await lockOwnAccounts(tx, from)
  const facts = await archiveFactsOf(tx, from)
  requireNothing(blockersOf(facts).filter(({ kind }) => kind !== 'funds'))
  if (facts.balances.length > 0) await requireUnrestricted(tx, walletOfAgent(tx, to))
  const moveId = newId('mov', tx.now)
  for (const { currency, amounts } of byCurrency(facts)) {
    const fact = { book: tx.settings.book, currency, from, to, amounts, moveId: `${moveId}:${currency}` }
    await post(tx, moveFunds(fact), { actor: actorOf(caller) })
  }
  await reassignPayments(tx, from, to)
  await record(tx, caller, { action: 'agent.funds-moved', target: from, details: { to } })
}

export function requireNothing(blockers: ReturnType<typeof blockersOf>): void {
  const [first] = blockers
  if (first === undefined) return
  throw new Failure(
    'conflict',
    `This agent cannot be archived yet: ${blockers.map(({ text }) => text).join(', ')}.`,
    {
      hint: first.hint,
    },
  )
}

function byCurrency({ balances }: ArchiveFacts) {
  const currencies = [...new Set(balances.map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    currency,
    amounts: balances.flatMap(({ kind, currency: own, balance }) =>
      own === currency && isMovable(kind) ? [{ kind, amount: balance }] : [],
    ),
  }))
}
