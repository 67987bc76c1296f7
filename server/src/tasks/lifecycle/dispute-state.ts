/** The only place that decides how a step changes the dispute of its task. Pure. */
import type { DisputeClaim, DisputeStatus } from 'souk-contract'
import type { Insertable } from 'kysely'
import type { DisputeState } from '../../db/tables/dispute-tables.ts'
import type { EventActor } from '../../db/tables/task-tables.ts'
import type { Schema } from '../../db/schema.ts'
import { after, hour } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { resumablePhases, type Action, type Guard, type Transition } from './lifecycle.ts'
import type { StepChanges } from './step-columns.ts'
import type { Side, TaskRow } from './task-row.ts'

const defaultOfferHours = 72

/** An offer expires after this time, or with the dispute. It does not extend the dispute. */
export function offerMsOf({ terms }: Pick<TaskRow, 'terms'>): number {
  return (terms.offerHours ?? defaultOfferHours) * hour
}

const noDisputes: DisputeState = { count: 0, withdrewBy: [], open: null }

type DisputeGuard = Pick<
  Guard,
  | 'openedBy'
  | 'resumes'
  | 'responded'
  | 'clientOffer'
  | 'providerOffer'
  | 'clientWithdrew'
  | 'providerWithdrew'
>

/** The conditions of the transition table that depend on disputes. */
export function disputeGuardOf({ dispute }: Pick<TaskRow, 'dispute'>, now: Date): DisputeGuard {
  const { open, withdrewBy } = dispute ?? noDisputes
  const isOpen = (expiry: string | undefined) => expiry !== undefined && new Date(expiry) > now
  return {
    openedBy: open?.by ?? 'none',
    resumes: open?.resume?.phase ?? 'none',
    responded: open?.responded === true,
    clientOffer: isOpen(open?.offers.client),
    providerOffer: isOpen(open?.offers.provider),
    clientWithdrew: withdrewBy.includes('client'),
    providerWithdrew: withdrewBy.includes('provider'),
  }
}

/** Number of the current dispute, or of the next one. It makes the keys of its postings unique. */
export function disputeIdOf({ id, dispute }: Pick<TaskRow, 'id' | 'dispute'>): string {
  const { count, open } = dispute ?? noDisputes
  const number = open === null ? count + 1 : count
  return number === 1 ? id : `${id}:${number}`
}

/** Column `dispute` after a step, and the deadline that a withdrawal restores. */
export function disputeAfter(now: Date, task: TaskRow, transition: Transition): StepChanges {
  const { dispute, due_at: dueAt, warn_at: warnAt } = task
  const { action, by, to } = transition
  if (opens(transition)) {
    const opened = openedBy(by)
    const phase = resumablePhases.find((name) => name === task.phase)
    const left = (at: Date) => Math.max(0, at.getTime() - now.getTime())
    const resume =
      opened === 'clock' || phase === undefined || dueAt === null
        ? null
        : {
            phase,
            dueMs: left(dueAt),
            warnMs: warnAt === null ? null : left(warnAt),
            ...interruptReview(now, task),
          }
    const before = dispute ?? noDisputes
    const open = { by: opened, responded: false, offers: {}, resume }
    return { dispute: { ...before, count: before.count + 1, open } }
  }
  if (dispute === null || dispute.open === null) return {}
  if (to === undefined)
    return {
      dispute: { ...dispute, open: { ...dispute.open, ...within(now, task, dispute.open, transition) } },
    }
  if (action !== 'withdrawDispute') return { dispute: { ...dispute, open: null } }
  const { resume } = dispute.open
  return {
    dispute: { ...dispute, withdrewBy: [...dispute.withdrewBy, sideOfActor(by)], open: null },
    due_at: after(now, resume?.dueMs ?? 0),
    warn_at: resume === null || resume.warnMs === null ? null : after(now, resume.warnMs),
    ...(resume === null ? {} : continueReview(now, resume)),
  }
}

type Resume = NonNullable<NonNullable<DisputeState['open']>['resume']>

/** A dispute stops the clock of the review and of an open question. */
function interruptReview(
  now: Date,
  { delivered_at: deliveredAt, asked_at: askedAt, review_due_at: reviewDueAt }: TaskRow,
): Pick<Resume, 'deliveredMs' | 'question'> {
  const since = (at: Date) => now.getTime() - at.getTime()
  return {
    ...(deliveredAt === null ? {} : { deliveredMs: since(deliveredAt) }),
    ...(askedAt === null || reviewDueAt === null
      ? {}
      : { question: { askedMs: since(askedAt), reviewMs: -since(reviewDueAt) } }),
  }
}

/** Moves the review by the time of the dispute, so that the question is open for as long as it was. */
function continueReview(now: Date, { deliveredMs, question }: Resume): StepChanges {
  return {
    ...(deliveredMs === undefined ? {} : { delivered_at: after(now, -deliveredMs) }),
    ...(question === undefined
      ? {}
      : { asked_at: after(now, -question.askedMs), review_due_at: after(now, question.reviewMs) }),
  }
}

const disputeActions: ReadonlySet<string> = new Set<Action>([
  'respond',
  'addEvidence',
  'offer',
  'declineOffer',
])

/** Whether an action takes place within a dispute: it changes neither the phase nor the status message. */
export function isDisputeAction(action: string): boolean {
  return disputeActions.has(action)
}

type Open = NonNullable<DisputeState['open']>

/** Changes of the current dispute by a step within it. */
function within(
  now: Date,
  task: Pick<TaskRow, 'terms'>,
  { offers }: Open,
  { action, by }: Transition,
): Partial<Open> {
  if (action === 'respond') return { responded: true }
  if (action === 'offer') return { offers: { ...offers, [by]: after(now, offerMsOf(task)).toISOString() } }
  if (action !== 'declineOffer') return {}
  const { [sideOfActor(by)]: ownOffer } = offers
  return { offers: ownOffer === undefined ? {} : { [by]: ownOffer } }
}

function opens({ to }: Transition): boolean {
  return to === 'disputed'
}

function openedBy(by: EventActor): 'client' | 'provider' | 'clock' {
  return by === 'client' || by === 'provider' ? by : 'clock'
}

function sideOfActor(by: EventActor): Side {
  return by === 'provider' ? 'provider' : 'client'
}

/** Row of a dispute that a step opens, or the end of one that it ends. */
export type DisputeChange =
  | { readonly kind: 'open'; readonly row: Insertable<Schema['disputes']> }
  | { readonly kind: 'end'; readonly end: DisputeEnd }

export interface DisputeEnd {
  readonly task_id: Id<'task'>
  readonly number: number
  readonly status: Exclude<DisputeStatus, 'open'>
  readonly ended_at: Date
  readonly ended_by: EventActor
  /** Amount returned to the client; null if the funds are held again. */
  readonly ended_to_client: bigint | null
  readonly reasons: string | null
}

/** Text of a party or an operator with the step. */
export interface DisputeTexts {
  readonly claim?: DisputeClaim | undefined
  /** Reasons of a ruling. */
  readonly reasons?: string | undefined
}

/** The change of the table `disputes` by a step; undefined if it neither opens nor ends a dispute. */
export function disputeChangeOf(
  now: Date,
  task: TaskRow,
  transition: Transition,
  { texts, funds }: { readonly texts: DisputeTexts; readonly funds: { readonly toClient?: bigint } },
): DisputeChange | undefined {
  const { by } = transition
  const { count, open } = task.dispute ?? noDisputes
  if (opens(transition)) {
    const { id, held, currency } = task
    const row = {
      task_id: id,
      number: count + 1,
      opened_by: openedBy(by),
      opened_at: now,
      amount: held,
      currency,
    }
    return { kind: 'open', row: { ...row, ...claimColumns(texts.claim) } }
  }
  const status = endings[transition.action]
  if (open === null || transition.to === undefined || status === undefined) return undefined
  return {
    kind: 'end',
    end: {
      task_id: task.id,
      number: count,
      status,
      ended_at: now,
      ended_by: by,
      ended_to_client: status === 'withdrawn' ? null : (funds.toClient ?? 0n),
      reasons: texts.reasons ?? null,
    },
  }
}

const endings: Readonly<Partial<Record<Action, DisputeEnd['status']>>> = {
  accept: 'conceded',
  fail: 'conceded',
  settle: 'settled',
  withdrawDispute: 'withdrawn',
  ruleRelease: 'ruled',
  ruleSplit: 'ruled',
  ruleRefund: 'ruled',
  expire: 'expired',
}

function claimColumns(claim: DisputeClaim | undefined) {
  if (claim === undefined) return {}
  const { reason, statement, outcome, toClient } = claim
  return { reason, statement, outcome, to_client: toClient === undefined ? null : BigInt(toClient.amount) }
}
