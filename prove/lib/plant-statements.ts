import { sql } from 'kysely'
import type { Souk } from '../../server/test/fixtures/harness.ts'

/** Statements that plant a fault in a database. */
export type FaultStatements = readonly string[]

/** Plants a fault in the database; the code stays unmodified. */
export async function plantStatements({ context }: Souk, fault: FaultStatements): Promise<void> {
  for (const statement of fault) await sql.raw(statement).execute(context.database)
}

/** Replaces the function `ledger_post`. The new body can call the original as `original_ledger_post`. */
export function replaceLedgerPost(body: string): FaultStatements {
  const parameters = `new_key text, new_kind text, new_ref text, new_actor text, new_time timestamptz,
    books text[], kinds text[], owners text[], wallets text[], currencies text[],
    debits integer[], credits integer[], amounts bigint[], out posting bigint, out replayed boolean`
  return [
    'alter function ledger_post rename to original_ledger_post',
    `create function ledger_post(${parameters}) language plpgsql as $$ begin ${body} end $$`,
  ]
}

/** SQL that calls the original function, with some arguments replaced. */
export function callOriginalPost(changes: Readonly<Record<string, string>> = {}): string {
  const parameters = [
    'new_key', 'new_kind', 'new_ref', 'new_actor', 'new_time',
    'books', 'kinds', 'owners', 'wallets', 'currencies', 'debits', 'credits', 'amounts',
  ] // prettier-ignore
  return `select * from original_ledger_post(${parameters.map((name) => changes[name] ?? name).join(', ')})`
}

export const feeChargedTwice = {
  breaks: 'A provider pays the fee of a task twice.',
  fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost()}) done;
      if new_kind = 'settle' and cardinality(amounts) = 2 then
        perform * from (${callOriginalPost({
          new_key: "new_key || ':again'",
          debits: 'array[credits[1]]',
          credits: 'array[credits[2]]',
          amounts: 'array[amounts[2]]',
        })}) again;
      end if;`),
}
