import { sql } from 'kysely'
import type { Souk } from '../../server/test/fixtures/harness.ts'

/** What is wrong with a database, as statements that make it so. */
export type Fault = readonly string[]

/** Spoils the database of one Souk; nothing of it reaches the code. */
export async function plant({ context }: Souk, fault: Fault): Promise<void> {
  for (const statement of fault) await sql.raw(statement).execute(context.database)
}

/** Puts a function in the place of the one that posts; its body may call the sound one as `post_soundly`. */
export function postingBy(body: string): Fault {
  const given = `new_key text, new_kind text, new_ref text, new_actor text, new_time timestamptz,
    books text[], kinds text[], owners text[], wallets text[], currencies text[],
    debits integer[], credits integer[], amounts bigint[], out posting bigint, out replayed boolean`
  return [
    'alter function ledger_post rename to post_soundly',
    `create function ledger_post(${given}) language plpgsql as $$ begin ${body} end $$`,
  ]
}

/** The call of the sound function, with some arguments replaced. */
export function soundly(changes: Readonly<Record<string, string>> = {}): string {
  const given = [
    'new_key', 'new_kind', 'new_ref', 'new_actor', 'new_time',
    'books', 'kinds', 'owners', 'wallets', 'currencies', 'debits', 'credits', 'amounts',
  ] // prettier-ignore
  return `select * from post_soundly(${given.map((name) => changes[name] ?? name).join(', ')})`
}

export const feeTakenTwice = {
  breaks: 'Whoever is paid for work pays the fee a second time.',
  fault: postingBy(`
      select * into posting, replayed from (${soundly()}) done;
      if new_kind = 'settle' and cardinality(amounts) = 2 then
        perform * from (${soundly({
          new_key: "new_key || ':again'",
          debits: 'array[credits[1]]',
          credits: 'array[credits[2]]',
          amounts: 'array[amounts[2]]',
        })}) again;
      end if;`),
}
