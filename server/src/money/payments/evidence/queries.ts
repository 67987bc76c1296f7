import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { leaseDue } from '../../../db/lease.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'

export type EvidenceRow = Selectable<Schema['chargeback_evidence']>

const batchSize = 20
const leaseMs = 2 * minute

export async function findEvidence(reader: Reader, ref: string): Promise<EvidenceRow | undefined> {
  return reader
    .selectFrom('chargeback_evidence')
    .selectAll()
    .where('chargeback_ref', '=', ref)
    .executeTakeFirst()
}

export async function lockEvidence(tx: Tx, ref: string): Promise<EvidenceRow | undefined> {
  return tx
    .selectFrom('chargeback_evidence')
    .selectAll()
    .where('chargeback_ref', '=', ref)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a draft, or replaces the statement of an existing one. */
export async function saveDraft(tx: Tx, draft: Insertable<Schema['chargeback_evidence']>): Promise<void> {
  const { statement, written_by, updated_at } = draft
  await tx
    .insertInto('chargeback_evidence')
    .values(draft)
    .onConflict((conflict) =>
      conflict
        .column('chargeback_ref')
        .doUpdateSet({ state: 'draft', statement, written_by, failure: null, updated_at }),
    )
    .execute()
}

export async function updateEvidence(
  tx: Tx,
  ref: string,
  changes: Updateable<Schema['chargeback_evidence']>,
): Promise<void> {
  await tx
    .updateTable('chargeback_evidence')
    .set({ ...changes, updated_at: tx.now })
    .where('chargeback_ref', '=', ref)
    .execute()
}

/** Evidence that the lease takes once it is due. */
export const waitingEvidence = ({ settings }: Pick<Reader, 'settings'>) =>
  sql<boolean>`book = ${settings.book}`

export async function leaseDueEvidence(tx: Tx): Promise<EvidenceRow[]> {
  const { rows } = await leaseDue(tx, 'chargeback_evidence', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: waitingEvidence(tx),
  }).execute(tx)
  return rows
}
