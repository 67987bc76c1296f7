import type { ChargebackDetails, ChargebackFacts } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { findEvidence, lockEvidence, type EvidenceRow } from '../payments/evidence/queries.ts'
import type { ChargebackRow } from '../payments/queries.ts'
import { customerOf, findChargeback, lockChargeback, tasksSince } from './queries.ts'
import { isChangeable } from './rules.ts'
import { viewChargeback, viewEvidence } from './view.ts'

export async function chargebackDetails(reader: Reader, ref: string): Promise<ChargebackDetails> {
  const row = found(await findChargeback(reader, ref), 'chargeback')
  const evidence = await findEvidence(reader, ref)
  return {
    ...viewChargeback(row),
    facts: evidence?.facts ?? (await gatherFacts(reader, row)),
    evidence: evidence === undefined ? null : viewEvidence(evidence, row),
  }
}

/** Without contents of messages, which operators read only in disputes and cases. */
export async function gatherFacts(reader: Reader, chargeback: ChargebackRow): Promise<ChargebackFacts> {
  const customer = await customerOf(reader, chargeback)
  return {
    paidAt: customer.paid_at.toISOString(),
    customer: {
      name: customer.display_name,
      email: customer.email,
      emailVerified: customer.verified,
      memberSince: customer.since.toISOString(),
    },
    earlierPayments: customer.earlier,
    tasks: await tasksSince(reader, chargeback),
  }
}

interface Contested {
  readonly chargeback: ChargebackRow
  readonly evidence: EvidenceRow | undefined
}

/** An open chargeback whose evidence the processor does not have yet, locked. */
export async function lockContested(tx: Tx, ref: string): Promise<Contested> {
  const chargeback = found(await lockChargeback(tx, ref), 'chargeback')
  if (chargeback.state !== 'open') {
    fail(
      'conflict',
      `Evidence can be sent only while the chargeback is open; it is ${chargeback.state}.`,
      'List the open chargebacks.',
    )
  }
  const evidence = await lockEvidence(tx, ref)
  if (!isChangeable(evidence)) {
    fail(
      'conflict',
      `The evidence can no longer be changed; it is ${evidence?.state}.`,
      'Wait for the decision of the bank.',
    )
  }
  return { chargeback, evidence }
}
