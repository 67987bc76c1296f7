import { sql } from 'kysely'
import type { Phase } from 'souk-contract'
import type { Tx } from '../src/db/transact.ts'
import type { Book } from '../src/money/ledger/accounts.ts'

export interface PlantedTask {
  readonly taskId: string
  readonly phase: Phase
  readonly held: bigint
  readonly book: Book
  readonly currency: string
}

/** A task between agents that nobody has, as a mistake in the code around the ledger could leave it. */
export async function plantTask(tx: Tx, { taskId, phase, held, book, currency }: PlantedTask): Promise<void> {
  const ended = phase === 'completed'
  await sql`alter table tasks disable trigger all`.execute(tx)
  await sql`alter table tasks drop constraint tasks_ended_hold_nothing`.execute(tx)
  await sql`
    insert into tasks (id, context_id, provider_id, client_id, phase, reason, seq, status_seq, status_at, terms, held,
      book, currency, has_work, was_delivered, revisions, due_at, created_at)
    values (${taskId}, 'ctx', 'agt_x', 'agt_y', ${phase}, ${ended ? 'done' : null}, 1, 1, ${tx.now}, '{}', ${held},
      ${book}, ${currency}, false, false, 0, ${ended ? null : tx.now}, ${tx.now})`.execute(tx)
}
