import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { Posting } from './posting-types.ts'

/** Columns of the accounts of a posting, and its transfers; debits and credits are 1-based indexes of accounts. */
export interface PostingColumns {
  readonly books: string[]
  readonly kinds: string[]
  readonly owners: string[]
  readonly wallets: string[]
  readonly currencies: string[]
  readonly debits: number[]
  readonly credits: number[]
  readonly amounts: bigint[]
}

/** Returns the existing posting if the key was already posted with the same transfers. */
export async function insertPosting(
  tx: Tx,
  { key, kind, ref }: Posting,
  columns: PostingColumns,
  actor: string,
): Promise<{ posting: bigint; replayed: boolean }> {
  const { books, kinds, owners, wallets, currencies, debits, credits, amounts } = columns
  const { rows } = await sql<{ posting: bigint; replayed: boolean }>`/* ledger-post */
    select posting, replayed from ledger_post(
      ${key}, ${kind}, ${ref}, ${actor}, ${tx.now},
      ${books}, ${kinds}, ${owners}, ${wallets}, ${currencies},
      ${debits}, ${credits}, ${amounts})`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`ledger_post returned no row: ${key}`)
  return row
}
