/** Results of a tool whose call needs approval: while pending, and after the decision. */
import type { ApprovalRow } from '../../../approvals/enforcement/queries.ts'
import { Failure } from '../../../failure.ts'
import { day } from '../../../lib/clock.ts'
import { approvalStatus } from '../../../mcp/shapes.ts'

export interface PendingApproval {
  readonly approvalId: string
  readonly expiresAt: string
}

/** The approval that a refusal of the gate has created. */
export function pendingOf({ kind, extra }: Failure): PendingApproval | undefined {
  const { approvalId, expiresAt } = extra ?? {}
  if (kind !== 'approval-required' || approvalId === undefined || expiresAt === undefined) return undefined
  return { approvalId, expiresAt }
}

export function approvalUrl(origin: string, approvalId: string): string {
  return `${origin}/approvals#${approvalId}`
}

export function waitingOutput({ approvalId, expiresAt }: PendingApproval, origin: string): object {
  return {
    status: approvalStatus,
    approvalId,
    approvalUrl: approvalUrl(origin, approvalId),
    expiresAt,
    next: 'Nothing has happened yet. Ask the user to open approvalUrl. After the approval, repeat the same call with the same arguments to get its result.',
  }
}

/** An earlier request under the same key: still pending, or refused. Undefined if the call may run. */
export function decisionOf(request: ApprovalRow, now: Date): PendingApproval | Failure | undefined {
  const { id: approvalId, state, expires_at: expiresAt, error, decided_at: decidedAt } = request
  if ((state === 'pending' && expiresAt > now) || state === 'approved') {
    return { approvalId, expiresAt: expiresAt.toISOString() }
  }
  switch (state) {
    case 'denied':
      return refusal(
        `A person denied this request (${approvalId}).`,
        'Do not repeat it unless the user asks for it.',
      )
    case 'pending':
    case 'expired':
      return refusal(
        `The request for approval ${approvalId} expired.`,
        'Ask the user before you make a new one.',
      )
    case 'failed':
      return refusal(
        `The approved request failed: ${error ?? 'it was refused.'}`,
        'Solve the problem, then make a new request.',
      )
    case 'done':
      // The stored result of the run is returned; it is kept for a day.
      return decidedAt !== null && now.getTime() - decidedAt.getTime() < day
        ? undefined
        : refusal('This request was approved and has run.', 'See list_tasks for its result.')
  }
}

function refusal(detail: string, hint: string): Failure {
  return new Failure('conflict', detail, { hint })
}
