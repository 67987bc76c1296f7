/** The only place that decides which claims, evidence and offers a dispute accepts. Pure. */
import { feeOf, type Money, type Ruling } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireAmount } from '../../money/payments/require-amount.ts'
import type { Side, TaskRow } from '../lifecycle/task-row.ts'
import type { OfferRow } from '../store/dispute-queries.ts'

const kibibyte = 1024

/** Evidence and offers of one side of one dispute. */
const disputeLimits = { evidence: 50, evidenceBytes: 256 * kibibyte, offers: 20 } as const

type Funds = Pick<TaskRow, 'held' | 'currency'>

/** The client's part of a split, in the currency of the task. */
export function requireShare(field: string, { amount, currency }: Money, task: Funds): bigint {
  if (currency !== task.currency) {
    fail(
      'unprocessable',
      `"${field}.currency" must be ${task.currency}.`,
      `Send "currency": "${task.currency}".`,
    )
  }
  requireAmount(field, { amount: BigInt(amount), currency }, 'internal')
  return requirePart(
    `${field}.amount`,
    BigInt(amount),
    task,
    'To pay everything to the provider, the client accepts the task. To return everything, the provider sends the state "failed".',
  )
}

/** The client's part under a ruling. */
export function requireRuledShare(ruling: Ruling, sent: number | undefined, task: Funds): bigint {
  requireAmountOfSplit(ruling, sent, { outcome: 'ruling', toClient: 'toClient' })
  if (sent === undefined) return ruling === 'refund' ? task.held : 0n
  requireAmount('toClient', { amount: BigInt(sent), currency: task.currency }, 'internal')
  return requirePart(
    'toClient',
    BigInt(sent),
    task,
    'Rule "refund" to return everything to the client, or "release" to pay everything to the provider.',
  )
}

/** More than nothing and less than everything. */
function requirePart(field: string, share: bigint, { held }: Funds, hint: string): bigint {
  if (share > 0n && share < held) return share
  return fail('unprocessable', `"${field}" must be from 1 to ${held - 1n}, because ${held} is held.`, hint)
}

interface Division {
  readonly toClient: bigint
  /** After the fee. */
  readonly toProvider: bigint
  readonly fee: bigint
}

/** Funds of a task that are divided between both parties; the provider pays the fee. */
export function divide({ held, currency }: Funds, toClient: bigint, feeBps: number): Division {
  const fee = feeOf({ amount: held - toClient, currency }, feeBps)
  return { toClient, toProvider: held - toClient - fee, fee }
}

interface RequestedOutcome {
  readonly outcome?: Ruling | undefined
  readonly toClient?: Money | undefined
}

export function requireOutcome(field: string, { outcome, toClient }: RequestedOutcome, task: Funds): void {
  requireAmountOfSplit(outcome, toClient, { outcome: 'outcome', toClient: `${field}toClient` })
  if (toClient !== undefined) requireShare(`${field}toClient`, toClient, task)
}

/** An outcome has an amount exactly if it is a split. */
function requireAmountOfSplit(
  outcome: Ruling | undefined,
  toClient: Money | number | undefined,
  names: { readonly outcome: string; readonly toClient: string },
): void {
  if (outcome === 'split' && toClient === undefined) {
    fail(
      'bad-request',
      `"${names.toClient}" is required with the ${names.outcome} "split".`,
      'Set it to the amount that returns to the client.',
    )
  }
  if (outcome !== 'split' && toClient !== undefined) {
    fail(
      'bad-request',
      `"${names.toClient}" is allowed only with the ${names.outcome} "split".`,
      `Remove "${names.toClient}", or send "split".`,
    )
  }
}

interface DisputeEvidenceInput {
  readonly text?: string | undefined
  readonly messageId?: string | undefined
  readonly artifactId?: string | undefined
  readonly fileId?: string | undefined
}

/** Evidence is a note, or refers to one thing, with or without a note. */
export function requireEvidence({ text, messageId, artifactId, fileId }: DisputeEvidenceInput): void {
  const references = [messageId, artifactId, fileId].filter((value) => value !== undefined).length
  if (references > 1) {
    fail(
      'bad-request',
      'Evidence must have at most one of "messageId", "artifactId" and "fileId".',
      'Add each of them as separate evidence.',
    )
  }
  if (references === 0 && text === undefined) {
    fail('bad-request', '"text", "messageId", "artifactId" or "fileId" is required.', 'Send one of them.')
  }
}

export function requireEvidenceSpace({
  count,
  bytes,
}: {
  readonly count: number
  readonly bytes: number
}): void {
  if (count <= disputeLimits.evidence && bytes <= disputeLimits.evidenceBytes) return
  fail(
    'task-budget-exceeded',
    `Each side can add at most ${disputeLimits.evidence} pieces of evidence with ${disputeLimits.evidenceBytes / kibibyte} KiB of notes to a dispute.`,
    'Refer to messages and artifacts instead of repeating them.',
  )
}

export function requireOfferSpace(offers: readonly Pick<OfferRow, 'side'>[], side: Side): void {
  if (offers.filter((offer) => offer.side === side).length < disputeLimits.offers) return
  fail(
    'task-budget-exceeded',
    `Each side can make at most ${disputeLimits.offers} offers in a dispute.`,
    'Accept an offer of the other side, or wait for the ruling.',
  )
}

/** The state of an offer at this time. */
export function offerStateAt({ state, expires_at: expiresAt }: OfferRow, now: Date): OfferRow['state'] {
  return state === 'open' && expiresAt <= now ? 'expired' : state
}

/** Offers are decided by the other side, while they are open. */
export function requireDecidable(offer: OfferRow, side: Side, now: Date): void {
  if (offer.side === side) {
    fail(
      'forbidden',
      'Only the other party can accept or decline this offer.',
      'Make another offer to replace it.',
    )
  }
  const state = offerStateAt(offer, now)
  if (state === 'open') return
  fail(
    'conflict',
    `The offer is ${state}; only an open offer can be decided.`,
    'Reload the dispute, then decide.',
  )
}

/** Amount that a side gives away: the gate compares it with its rules. */
export function givenBy(side: Side, toClient: bigint, { held }: Funds): bigint {
  return side === 'client' ? held - toClient : toClient
}
