/** Decisions of moderation that need no database. Pure. */
import type { AdminContract, CaseOutcome, DecisionTarget, Input } from 'souk-contract'
import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { CaseRow } from './queries.ts'

type Request = Pick<Input<AdminContract['moderation']['decideCase']>, 'outcome' | 'target' | 'until'>

interface Target {
  readonly target: DecisionTarget
  readonly targetId: string
}

/** Outcomes with a target of the operator's choice. */
const personal: ReadonlySet<CaseOutcome> = new Set(['warn', 'restrict', 'suspend'])
const yearsMax = 10

export const levels = { restrict: 'restricted', suspend: 'suspended' } as const

export function isLevel(outcome: CaseOutcome): outcome is keyof typeof levels {
  return Object.hasOwn(levels, outcome)
}

/** Whether the owner can object. */
export function isAppealable(outcome: CaseOutcome): boolean {
  return outcome === 'warn' || outcome === 'hide' || isLevel(outcome)
}

export function targetOf(row: CaseRow, { outcome, target }: Request): Target {
  if (target !== undefined && !personal.has(outcome)) {
    fail('bad-request', '"target" is allowed with warn, restrict and suspend only.', 'Remove "target".')
  }
  if (outcome === 'hide') return { target: 'content', targetId: row.subject_id }
  const chosen = target ?? defaultTarget(row)
  const ids = { agent: row.agent_id, user: row.user_id, organization: row.organization_id }
  const targetId = ids[chosen]
  if (targetId !== null) return { target: chosen, targetId }
  return fail('unprocessable', `"target" cannot be ${chosen}: the case has none.`, 'Choose another target.')
}

function defaultTarget({ agent_id: agentId, user_id: userId }: CaseRow): 'agent' | 'user' | 'organization' {
  if (agentId !== null) return 'agent'
  return userId === null ? 'organization' : 'user'
}

export function endOf({ outcome, until }: Request, now: Date): Date | null {
  if (until === undefined) return null
  if (!isLevel(outcome)) {
    fail('bad-request', '"until" is allowed with restrict and suspend only.', 'Remove "until".')
  }
  const end = new Date(until)
  const isValid = end > now && end <= after(now, yearsMax * 366 * day)
  return isValid
    ? end
    : fail('unprocessable', '"until" must be in the next ten years.', 'Choose another time.')
}

export const reportsPerDay = { verified: 20, unverified: 3 } as const
