import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'
import type { EvidenceOutcome } from '../../processor/processor.ts'
import { composeEvidence } from './compose.ts'
import { leaseDueEvidence, lockEvidence, updateEvidence, type EvidenceRow } from './queries.ts'

const retryMs = 10 * minute

/** Sends evidence that operators have released. An unknown outcome is repeated under its idempotency key. */
export async function submitEvidence({ store, ports, log }: Context): Promise<number> {
  const due = await store.write(leaseDueEvidence)
  for (const row of due) {
    const { chargeback_ref: disputeRef, facts, statement, attempt } = row
    if (facts === null) continue
    try {
      const id = `${disputeRef}:${attempt}`
      const evidence = composeEvidence(facts, statement)
      const outcome = await ports.processor.submitEvidence({ id, disputeRef, evidence })
      if (outcome.outcome !== 'unknown') await store.write((tx) => applyOutcome(tx, row, outcome))
    } catch (error) {
      log.warn({ chargeback: disputeRef, error: String(error) }, 'sending evidence failed')
    }
  }
  return due.length
}

type Known = Exclude<EvidenceOutcome, { outcome: 'unknown' }>

async function applyOutcome(tx: Tx, { chargeback_ref: ref, attempt }: EvidenceRow, outcome: Known) {
  const row = await lockEvidence(tx, ref)
  if (row?.state !== 'queued' || row.attempt !== attempt) return
  if (outcome.outcome === 'submitted') {
    await updateEvidence(tx, ref, { state: 'sent', sent_at: tx.now, failure: null, due_at: null })
    return record(tx, systemCaller, { action: 'evidence.sent', target: ref })
  }
  const { code, message, class: kind } = outcome.refusal
  if (kind === 'retry') {
    // A refusal is stored under its key.
    return updateEvidence(tx, ref, {
      attempt: attempt + 1,
      failure: message,
      due_at: after(tx.now, retryMs),
    })
  }
  await updateEvidence(tx, ref, { state: 'failed', facts: null, failure: message, due_at: null })
  return record(tx, systemCaller, { action: 'evidence.refused', target: ref, details: { code } })
}
