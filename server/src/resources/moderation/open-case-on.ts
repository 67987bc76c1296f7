import type { CaseKind } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { lockOrCreateCase, insertStep, type CaseRow } from './queries.ts'
import type { Subject } from './subject-queries.ts'

/** The open case of a subject; a new one keeps the current content. The case is locked. */
export async function openCaseOn(
  tx: Tx,
  kind: CaseKind,
  subject: Subject,
  by: Id<'usr'> | null,
): Promise<{ row: CaseRow; created: boolean }> {
  const opened = await lockOrCreateCase(tx, {
    id: newId('mcs', tx.now),
    kind,
    subject_id: subject.id,
    agent_id: subject.agent_id,
    user_id: subject.user_id,
    organization_id: subject.organization_id,
    snapshot: JSON.stringify(subject.snapshot),
    state: 'open',
    assignee_id: null,
    created_at: tx.now,
    updated_at: tx.now,
  })
  if (opened.created) await insertStep(tx, opened.row.id, { action: 'opened', userId: by, details: {} })
  return opened
}
