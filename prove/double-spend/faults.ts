/** Faults that remove guards: by SQL in the database, or by rewriting statements in the driver. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Souk } from '../../server/test/fixtures/harness.ts'

interface Fault {
  readonly breaks: string
  /** Run in the new database. */
  readonly statements?: readonly string[]
  /** Matches statements whose lock clause is removed. */
  readonly unlocks?: RegExp
}

const planted = {
  'no-floor': {
    breaks: 'Accounts may fall below zero.',
    statements: [
      `create function sink() returns trigger language plpgsql as
        $$ begin new.floor := -9007199254740991; return new; end $$`,
      // Triggers fire in the order of their names; this one must be last.
      'create trigger zz_sink before insert on ledger_accounts for each row execute function sink()',
    ],
  },
  'unlocked-tasks': {
    breaks: 'A task is not locked while a transition is decided.',
    unlocks: /from tasks\b[^;]*for no key update( of t)?$/s,
  },
  'unlocked-cards': {
    breaks: 'Concurrent charges of one card do not lock its cap.',
    unlocks: /from "payment_authorities"[^;]*for update$/s,
  },
} as const satisfies Record<string, Fault>

const byName: Readonly<Record<string, Fault>> = planted

export const faults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(byName).map(([name, { breaks }]) => [name, breaks]),
)

export async function plantInDatabase(fault: string | undefined, { context }: Souk): Promise<void> {
  for (const statement of (fault === undefined ? undefined : byName[fault]?.statements) ?? []) {
    await sql.raw(statement).execute(context.database)
  }
}

/** Long enough for all concurrent calls to read the same row. */
const pauseMs = 20

/** Patches the driver; the returned function restores it. */
export function plantInDriver(fault: string | undefined): () => void {
  const unlocks = fault === undefined ? undefined : byName[fault]?.unlocks
  if (unlocks === undefined) return () => undefined
  const query = Client.prototype.query
  Object.assign(Client.prototype, {
    query(this: Client, ...parameters: unknown[]): unknown {
      const [text, ...rest] = parameters
      if (typeof text !== 'string' || !unlocks.test(text)) return Reflect.apply(query, this, parameters)
      const unlocked = text.replace(/for (no key )?update( of t)?$/, '')
      return Promise.resolve(Reflect.apply(query, this, [unlocked, ...rest])).then((result) =>
        delay(pauseMs, result),
      )
    },
  })
  return () => void Object.assign(Client.prototype, { query })
}
