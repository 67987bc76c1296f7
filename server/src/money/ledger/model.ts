/** In-memory ledger with the rules of `ledger_post`. Tests compare PostgreSQL with it. */
import { accountName, chart, type Account } from './accounts.ts'
import { faultOf } from './posting-faults.ts'
import type { Posting } from './posting-types.ts'

interface Entry {
  readonly account: Account
  readonly balance: bigint
  /** Number of transfers of this account. */
  readonly seq: bigint
}

export interface Ledger {
  readonly entries: Map<string, Entry>
  /** Posting key to its kind and legs. */
  readonly postings: Map<string, string>
}

export type Outcome =
  | 'posted'
  | 'replayed'
  | 'nothing'
  | 'insufficient-funds'
  | 'key-reused'
  | 'unsound'
  | 'over-ceiling'

export function emptyLedger(): Ledger {
  return { entries: new Map(), postings: new Map() }
}

/** Posts like ledger_post: all transfers, or a refusal and none. */
export function apply(ledger: Ledger, posting: Posting): Outcome {
  const accounts = posting.transfers.flatMap(({ debit, credit }) => [debit, credit])
  if (faultOf(posting) !== undefined) return 'unsound'
  if (accounts.some((account) => inOtherWallet(ledger, account))) return 'unsound'
  if (posting.transfers.length === 0) return 'nothing'
  const known = ledger.postings.get(posting.key)
  const legs = legsOf(posting)
  if (known !== undefined) return known === legs ? 'replayed' : 'key-reused'
  const changed = new Map<string, Entry>()
  const move = (account: Account, change: bigint): Entry => {
    const name = accountName(account)
    const { balance, seq } = changed.get(name) ?? ledger.entries.get(name) ?? { balance: 0n, seq: 0n }
    const entry = { account, balance: balance + change, seq: seq + 1n }
    changed.set(name, entry)
    return entry
  }
  for (const { debit, credit, amount } of posting.transfers) {
    if (isBelow(move(debit, -amount), chart[debit.kind].floor)) return 'insufficient-funds'
    if (isAbove(move(credit, amount), chart[credit.kind].ceiling)) return 'over-ceiling'
  }
  for (const [name, entry] of changed) ledger.entries.set(name, entry)
  ledger.postings.set(posting.key, legs)
  return 'posted'
}

export function balanceOf(ledger: Ledger, account: Account): bigint {
  return ledger.entries.get(accountName(account))?.balance ?? 0n
}

/** An account belongs to the wallet in which it was opened. */
function inOtherWallet({ entries }: Ledger, account: Account): boolean {
  const wallet = entries.get(accountName(account))?.account.wallet
  return wallet !== undefined && wallet !== account.wallet
}

function legsOf({ kind, transfers }: Posting): string {
  const legs = transfers.map(
    ({ debit, credit, amount }) => `${accountName(debit)}>${accountName(credit)}>${amount}`,
  )
  return [kind, ...legs].join('|')
}

const isBelow = ({ balance }: Entry, floor: bigint | null) => floor !== null && balance < floor
const isAbove = ({ balance }: Entry, ceiling: bigint | null) => ceiling !== null && balance > ceiling
