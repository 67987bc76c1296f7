import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { after, day, minute } from '../../lib/clock.ts'
import type { Operation } from '../../operation.ts'
import { insertPolicy, lockPolicy } from '../../policy/queries.ts'
import { findLatestTerms, insertTerms } from '../../policy/terms-queries.ts'
import { operatorOf } from '../moderation/access.ts'
import { viewTerms } from './view.ts'

/** The policy names the latest version, so that every node learns of it and the history shows it. */
export const publishMarketTerms: Operation<AdminContract['policy']['publishMarketTerms']> = async (
  tx,
  caller,
  { text, effectiveAt: effective, reason },
) => {
  const before = await lockPolicy(tx)
  const effectiveAt = readEffectiveAt(effective, tx.now)
  const by = operatorOf(caller)
  const version = ((await findLatestTerms(tx))?.version ?? 0) + 1
  const row = { version, text, effective_at: effectiveAt, published_by: by, created_at: tx.now }
  await insertTerms(tx, row)
  const terms = { version, effectiveAt: effectiveAt.toISOString() }
  await insertPolicy(tx, {
    version: (before?.version ?? 0) + 1,
    settings: JSON.stringify({ ...before?.settings, terms }),
    changed_by: by,
    reason,
    created_at: tx.now,
    read_only_since: before?.read_only_since ?? null,
  })
  await record(tx, caller, {
    action: 'terms.published',
    target: `terms_${version}`,
    details: { reason, effectiveAt: terms.effectiveAt },
  })
  tx.publish('policy')
  return { terms: viewTerms(row) }
}

const leewayMs = 5 * minute
const aheadMs = 366 * day

/** Now or later. A few minutes of the past count as now, because clocks differ. */
function readEffectiveAt(text: string, now: Date): Date {
  const time = Date.parse(text)
  if (time >= after(now, -leewayMs).getTime() && time <= after(now, aheadMs).getTime()) {
    return time < now.getTime() ? now : new Date(time)
  }
  return fail('unprocessable', '"effectiveAt" must be now or within a year.', 'Choose another time.')
}
