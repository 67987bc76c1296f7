import { record } from '../../audit/record.ts'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { findActiveHold } from '../legal-holds/queries.ts'
import { viewHold } from '../legal-holds/view.ts'
import { captionIn, captionsOf } from '../moderation/caption-queries.ts'
import { latestCasesAbout } from '../moderation/queries.ts'
import { viewCase } from '../moderation/view.ts'
import { recentEntries } from './audit-queries.ts'
import { findNames } from './name-queries.ts'
import { namedIds, viewAuditEntry } from '../../audit/view.ts'

/** Cases, audit entries and legal hold of an object. Records that an operator has read it. */
export async function sharedDetails(tx: Tx, caller: OperatorCaller, kind: string, id: string) {
  const rows = await latestCasesAbout(tx, id)
  const captions = await captionsOf(
    tx,
    rows.map((row) => row.id),
  )
  const cases = rows.map((row) => viewCase(row, captionIn(captions, row.id)))
  const entries = await recentEntries(tx, id)
  const names = await findNames(tx, entries.flatMap(namedIds))
  const audit = entries.map((entry) => viewAuditEntry(entry, names))
  await record(tx, caller, { action: `${kind}.read`, target: id })
  const hold = await findActiveHold(tx, id)
  return { cases, audit, legalHold: hold === undefined ? null : viewHold(hold) }
}
