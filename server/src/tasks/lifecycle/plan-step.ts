/** The only place that decides what a step changes. Pure, so that the batch and the transaction write the same rows. */
import type { Message } from 'souk-contract'
import type { AuditEvent } from '../../audit/record.ts'
import type { AgentCaller, OperatorCaller, SystemCaller } from '../../caller.ts'
import type { Chunk } from '../../db/tables/task-tables.ts'
import type { Tx } from '../../db/transact.ts'
import type { AgentEvent } from '../../events/outbox.ts'
import { actorOf, type Actor } from '../../money/ledger/post.ts'
import { usageAfter } from './budgets.ts'
import {
  disputeAfter,
  disputeChangeOf,
  isDisputeAction,
  type DisputeChange,
  type DisputeTexts,
} from './dispute-state.ts'
import { warnAt } from '../../lib/warn-at.ts'
import { timeouts, dueAt } from './timeouts.ts'
import { auditActions, type Transition } from './lifecycle.ts'
import { changeFunds, type FundsChange } from './funds.ts'
import type { Id } from '../../lib/ids.ts'
import { noQuestion, pauseReview, resumeReview } from './review-clock.ts'
import type { NewEvent, TaskRow } from './task-row.ts'
import type { StepChanges } from './step-columns.ts'
import { kindOf, notificationsOf } from './task-events.ts'
import { hashTerms } from './terms.ts'
import { feeBpsOf } from '../../policy/categories.ts'

/** Takes a step: a party, a worker or an operator. */
export type StepActor = AgentCaller | SystemCaller | OperatorCaller

export interface Step {
  readonly message?: Message | undefined
  /** Artifact chunks of the step. Each is a separate event, before the one that changes the status. */
  readonly chunks?: readonly Chunk[]
  /** Category of the listing that an award fills, which sets the fee. */
  readonly category?: string | null
  /** Amount returned to the client by a split. */
  readonly toClient?: bigint
  readonly texts?: DisputeTexts
  /** Settlement offer that the step makes, declines or accepts. */
  readonly offerId?: Id<'off'>
}

export interface Plan {
  readonly changes: StepChanges
  /** The task after the step. */
  readonly task: TaskRow
  readonly events: readonly NewEvent[]
  readonly notifications: readonly AgentEvent[]
  readonly audit: AuditEvent | undefined
  readonly funds: FundsChange
  readonly dispute: DisputeChange | undefined
  readonly actor: Actor
}

/** A task that the provider answered with a message stays hidden from its client. */
const never = new Date('9999-12-31T00:00:00Z')

type PlanContext = Pick<Tx, 'now' | 'settings'>

export function planStep(
  context: PlanContext,
  actor: StepActor,
  before: TaskRow,
  transition: Transition,
  step: Step = {},
): Plan {
  const funds = changeFunds(context, before, transition.recipe, step.toClient)
  const numbered = eventsOf(context.now, before, transition, step)
  const changes = changesOf(context, before, transition, {
    ...numbered,
    held: funds.held,
    category: step.category ?? null,
  })
  const task = { ...before, ...changes }
  return {
    changes,
    task,
    events: numbered.events,
    notifications: notificationsOfAll(before, numbered.events, step.offerId),
    audit: auditOf(task, transition),
    funds,
    dispute: disputeChangeOf(context.now, before, transition, { texts: step.texts ?? {}, funds }),
    actor: actor.agentId === null ? actor.kind : actorOf(actor),
  }
}

/** Plans the event that warns both parties of a deadline. */
export function planWarning(now: Date, before: TaskRow): Plan {
  const plan = planDeadline(now, before, 'warn', { warn_at: null })
  return { ...plan, notifications: notificationsOfAll(before, plan.events) }
}

/** Plans a change of the deadline. It is in the timeline; the warning before the new deadline notifies both parties. */
export function planDeadline(
  now: Date,
  before: TaskRow,
  action: 'warn' | 'extendReview',
  columns: StepChanges,
): Plan {
  const { id, phase, held } = before
  const changes = { ...columns, seq: before.seq + 1 }
  return {
    changes,
    task: { ...before, ...changes },
    events: [{ task_id: id, seq: changes.seq, at: now, action, by: 'clock', phase }],
    notifications: [],
    audit: undefined,
    funds: { posting: undefined, held, refundsClient: false },
    dispute: undefined,
    actor: 'system',
  }
}

type NumberedEvents = ReturnType<typeof eventsOf> & {
  readonly held: bigint
  readonly category: string | null
}

function changesOf(
  context: PlanContext,
  before: TaskRow,
  transition: Transition,
  { seq, statusSeq, statusAt, held, category, events }: NumberedEvents,
): StepChanges {
  const { now } = context
  const revisions = before.revisions + (transition.to === 'working' && before.phase === 'delivered' ? 1 : 0)
  return {
    phase: transition.to ?? before.phase,
    reason: transition.reason ?? null,
    seq,
    ...(statusSeq === undefined ? {} : { status_seq: statusSeq }),
    ...(statusAt === undefined ? {} : { status_at: statusAt }),
    held,
    has_work: before.has_work || transition.action === 'artifact' || transition.action === 'deliver',
    was_delivered: before.was_delivered || transition.action === 'deliver',
    delivered_at: transition.action === 'deliver' ? now : before.delivered_at,
    revisions,
    ...usageAfter(before, transition, events),
    ...deadlineAfter(now, before, transition, revisions),
    ...disputeAfter(now, before, transition),
    ...(transition.action === 'award' ? agreement(context, before, category) : {}),
    ...(transition.action === 'reply' ? { hidden_until: never } : {}),
  }
}

/** Columns that are frozen when both sides agree on the terms. */
export function agreement(
  { settings }: Pick<Tx, 'settings'>,
  { terms }: Pick<TaskRow, 'terms'>,
  category: string | null = null,
): Required<Pick<StepChanges, 'terms_hash' | 'fee_bps'>> {
  return { terms_hash: hashTerms(terms), fee_bps: feeBpsOf(settings.policy, category) }
}

/** The kind of each notification depends on the phase before its event. */
function notificationsOfAll(task: TaskRow, events: readonly NewEvent[], offerId?: Id<'off'>): AgentEvent[] {
  return events.flatMap((event, index) => {
    const before = events[index - 1]?.phase ?? task.phase
    return notificationsOf(task, { ...event, offerId }, kindOf(event, before))
  })
}

function auditOf(task: TaskRow, { action }: Transition): AuditEvent | undefined {
  const name = auditActions[action]
  if (name === undefined) return undefined
  return { action: `task.${name}`, target: task.id, details: { phase: task.phase, seq: task.seq } }
}

function eventsOf(now: Date, task: TaskRow, transition: Transition, { message, chunks = [] }: Step) {
  const phase = transition.to ?? task.phase
  const fact = { task_id: task.id, at: now, by: transition.by }
  const status = {
    ...fact,
    phase,
    reason: transition.reason ?? null,
    message: message && JSON.stringify(message),
  }
  const started = transition.action === 'artifact' && phase !== task.phase
  const unnumbered = [
    ...(started ? [{ ...status, action: 'start' }] : []),
    ...chunks.map((chunk) => ({
      ...fact,
      action: 'artifact',
      phase: started ? phase : task.phase,
      artifact: JSON.stringify(chunk),
    })),
    ...(transition.action === 'artifact' ? [] : [{ ...status, action: transition.action }]),
  ]
  const events: NewEvent[] = unnumbered.map((event, index) => ({ ...event, seq: task.seq + index + 1 }))
  return {
    events,
    seq: task.seq + events.length,
    // The status keeps its message while the parties act within a dispute.
    statusSeq: events.findLast(({ action }) => action !== 'artifact' && !isDisputeAction(action))?.seq,
    statusAt: events.some(({ action }) => action !== 'artifact') ? now : undefined,
  }
}

/** A deadline stays while the next phase has the same kind of timeout, so that messages cannot extend it. */
function deadlineAfter(now: Date, task: TaskRow, { to, review }: Transition, revisions: number): StepChanges {
  if (review !== undefined) return review === 'pause' ? pauseReview(now, task) : resumeReview(now, task)
  if (to === undefined || timeouts[to] === timeouts[task.phase]) return {}
  const due = dueAt(to, task.terms, now, revisions)
  const deadline =
    due === undefined ? { due_at: null, warn_at: null } : { due_at: due, warn_at: warnAt(now, due) }
  return { ...deadline, ...noQuestion }
}
