import { formatMoney } from 'souk-contract'
import type { KeyCaller, UserCaller } from '../../caller.ts'
import { sqlState } from '../../db/sql-state.ts'
import type { Tx } from '../../db/transact.ts'
import type { OutboxWriter } from '../../events/outbox.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { emitPaymentsChanged } from './payment-events.ts'
import { accountName, type Account } from './accounts.ts'
import { faultOf } from './posting-faults.ts'
import { insertPosting, type PostingColumns } from './post-queries.ts'
import type { Posting } from './posting-types.ts'

/** Cause of a posting. */
export type Actor = Id<'usr'> | Id<'key'> | 'operator' | 'system'

export interface Posted {
  /** Null if the posting moves no money, in which case nothing is written. */
  readonly postingId: bigint | null
  /** Whether this key was already posted with the same transfers. */
  readonly replayed: boolean
}

/**
 * The only writer of the ledger, within the transaction of its change. Refuses with `insufficient-funds` if an account
 * would fall below its floor; the error aborts the whole transaction.
 */
export async function post(tx: Tx, posting: Posting, { actor }: { actor: Actor }): Promise<Posted> {
  const columns = columnsOf(posting)
  if (posting.transfers.length === 0) return { postingId: null, replayed: false }
  const { posting: postingId, replayed } = await insertPosting(tx, posting, columns, actor).catch(refuse)
  if (!replayed) emitWalletsChanged(tx, posting)
  return { postingId, replayed }
}

/** Accounts and transfers as `ledger_post` takes them. */
export function columnsOf(posting: Posting): PostingColumns {
  const fault = faultOf(posting)
  if (fault !== undefined) throw new Error(fault)
  const { transfers } = posting
  const { accounts, place } = distinctAccounts(posting)
  return {
    books: accounts.map(({ book }) => book),
    kinds: accounts.map(({ kind }) => kind),
    owners: accounts.map(({ owner }) => owner),
    wallets: accounts.map(({ wallet }) => wallet),
    currencies: accounts.map(({ currency }) => currency),
    debits: transfers.map(({ debit }) => place(debit)),
    credits: transfers.map(({ credit }) => place(credit)),
    amounts: transfers.map(({ amount }) => amount),
  }
}

/** Notifies the agents whose statement shows the posting. */
export function emitWalletsChanged(outbox: Pick<OutboxWriter, 'emit'>, posting: Posting): void {
  for (const { wallet } of distinctAccounts(posting).accounts)
    if (isId('agt', wallet)) emitPaymentsChanged(outbox, wallet)
}

type ActorCaller = Pick<UserCaller, 'kind' | 'userId'> | Pick<KeyCaller, 'kind' | 'keyId'>

export function actorOf(caller: ActorCaller): Actor {
  return caller.kind === 'user' ? caller.userId : caller.keyId
}

/** Distinct accounts, and the 1-based index of each. */
function distinctAccounts({ transfers }: Posting) {
  const byName = new Map<string, Account>()
  for (const { debit, credit } of transfers) {
    byName.set(accountName(debit), debit).set(accountName(credit), credit)
  }
  const names = [...byName.keys()]
  return {
    accounts: [...byName.values()],
    place: (account: Account) => names.indexOf(accountName(account)) + 1,
  }
}

const insufficientFunds = 'LG001'

/** Turns a floor violation into a refusal; rethrows other errors. */
function refuse(error: unknown): never {
  if (sqlState(error) !== insufficientFunds) throw error
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  const [kind = '', currency = '', needed = '', balance = ''] = detail.split(' ')
  const written = (amount: string) => formatMoney({ amount: BigInt(amount), currency })
  const { name, hint } = shortfallHints[kind] ?? { name: 'balance', hint: 'Reload the balances.' }
  return fail(
    'insufficient-funds',
    `This requires ${written(needed)}, but the ${name} is ${written(balance)}.`,
    hint,
  )
}

const shortfallHints: Record<string, { name: string; hint: string }> = {
  available: {
    name: 'available balance',
    hint: 'Top up the balance or move earnings to it, then try again.',
  },
  earnings: { name: 'earnings balance', hint: 'Request at most the earnings.' },
  earnings_pending: {
    name: 'pending earnings balance',
    hint: 'Reload the balance: the chargeback is decided.',
  },
  held: {
    name: 'held balance',
    hint: 'Reload the task: its funds were paid, returned or frozen.',
  },
  dispute: { name: 'disputed balance', hint: 'Reload the task: its dispute is decided.' },
  payout_pending: {
    name: 'pending payout balance',
    hint: 'Reload the payout: it is no longer pending.',
  },
}
