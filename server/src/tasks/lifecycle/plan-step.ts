/** The only place that decides what a step of the lifecycle changes: pure, so that every way of writing it writes the same. */
import type { Message } from 'souk-contract'
import type { AuditEvent } from '../../audit/record.ts'
import type { AgentCaller, OperatorCaller, SystemCaller } from '../../caller.ts'
import type { Chunk } from '../../db/task-tables.ts'
import type { Tx } from '../../db/transact.ts'
import type { AgentEvent } from '../../events/outbox.ts'
import { actorOf, type Actor } from '../../money/ledger/post.ts'
import { usedAfter } from './budgets.ts'
import { clocks, dueAt, warnAt } from './timeouts.ts'
import { deeds, type Row } from './lifecycle.ts'
import { movedBy, type Moved } from './money.ts'
import type { NewEvent, TaskRow } from './task-row.ts'
import type { StepChanges } from './step-columns.ts'
import { kindOf, toldOf } from './task-events.ts'
import { hashTerms } from './terms.ts'

/** Who acts: a party, a worker, or an operator. */
export type Mover = AgentCaller | SystemCaller | OperatorCaller

export interface Step {
  readonly message?: Message | undefined
  /** Pieces of work that come with it; each is an event of its own, before the one that changes the status. */
  readonly chunks?: readonly Chunk[]
  /** Only for a split: what goes back to the client. */
  readonly toClient?: bigint
}

export interface Plan {
  readonly changes: StepChanges
  /** The task as it is afterwards. */
  readonly task: TaskRow
  readonly events: readonly NewEvent[]
  readonly told: readonly AgentEvent[]
  readonly deed: AuditEvent | undefined
  readonly moved: Moved
  readonly actor: Actor
}

/** A task that was answered by a message never becomes visible to its client. */
const never = new Date('9999-12-31T00:00:00Z')

type Circumstances = Pick<Tx, 'now' | 'settings'>

export function planStep(
  circumstances: Circumstances,
  mover: Mover,
  before: TaskRow,
  row: Row,
  step: Step = {},
): Plan {
  const moved = movedBy(circumstances, before, row.money, step.toClient)
  const numbered = eventsOf(circumstances.now, before, row, step)
  const changes = changesOf(circumstances, before, row, { ...numbered, held: moved.held })
  const task = { ...before, ...changes }
  return {
    changes,
    task,
    events: numbered.events,
    told: toldOfAll(before, numbered.events),
    deed: deedOf(task, row),
    moved,
    actor: mover.agentId === null ? mover.kind : actorOf(mover),
  }
}

/** Tells both parties that a deadline comes near. */
export function planWarning(now: Date, before: TaskRow): Plan {
  const { id, phase, held } = before
  const changes = { seq: before.seq + 1, warn_at: null }
  const events: NewEvent[] = [{ task_id: id, seq: changes.seq, at: now, action: 'warn', by: 'clock', phase }]
  return {
    changes,
    task: { ...before, ...changes },
    events,
    told: toldOfAll(before, events),
    deed: undefined,
    moved: { posting: undefined, held, givesBack: false },
    actor: 'system',
  }
}

type Numbered = ReturnType<typeof eventsOf> & { readonly held: bigint }

function changesOf(
  circumstances: Circumstances,
  before: TaskRow,
  row: Row,
  { seq, statusSeq, held, events }: Numbered,
): StepChanges {
  const { now } = circumstances
  const revisions = before.revisions + (row.to === 'working' && before.phase === 'delivered' ? 1 : 0)
  return {
    phase: row.to ?? before.phase,
    reason: row.reason ?? null,
    seq,
    ...(statusSeq === undefined ? {} : { status_seq: statusSeq, status_at: now }),
    held,
    has_work: before.has_work || row.move === 'artifact' || row.move === 'deliver',
    was_delivered: before.was_delivered || row.move === 'deliver',
    revisions,
    ...usedAfter(before, row, events),
    ...clockAfter(now, before, row, revisions),
    ...(row.move === 'award' ? agreement(circumstances, before) : {}),
    ...(row.move === 'reply' ? { hidden_until: never } : {}),
  }
}

/** What freezes when two sides agree. */
export function agreement(
  { settings }: Pick<Tx, 'settings'>,
  { terms }: Pick<TaskRow, 'terms'>,
): Required<Pick<StepChanges, 'terms_hash' | 'fee_bps'>> {
  return { terms_hash: hashTerms(terms), fee_bps: settings.feeBps }
}

/** What each event means is seen against the phase before it. */
function toldOfAll(task: TaskRow, events: readonly NewEvent[]): AgentEvent[] {
  return events.flatMap((event, index) => {
    const before = events[index - 1]?.phase ?? task.phase
    return toldOf(task, event, kindOf(event, before))
  })
}

function deedOf(task: TaskRow, { move }: Row): AuditEvent | undefined {
  const deed = deeds[move]
  if (deed === undefined) return undefined
  return { action: `task.${deed}`, target: task.id, details: { phase: task.phase, seq: task.seq } }
}

function eventsOf(now: Date, task: TaskRow, row: Row, { message, chunks = [] }: Step) {
  const phase = row.to ?? task.phase
  const fact = { task_id: task.id, at: now, by: row.by }
  const status = { ...fact, phase, reason: row.reason ?? null, message: message && JSON.stringify(message) }
  const started = row.move === 'artifact' && phase !== task.phase
  const unnumbered = [
    ...(started ? [{ ...status, action: 'start' }] : []),
    ...chunks.map((chunk) => ({
      ...fact,
      action: 'artifact',
      phase: started ? phase : task.phase,
      artifact: JSON.stringify(chunk),
    })),
    ...(row.move === 'artifact' ? [] : [{ ...status, action: row.move }]),
  ]
  const events: NewEvent[] = unnumbered.map((event, index) => ({ ...event, seq: task.seq + index + 1 }))
  return {
    events,
    seq: task.seq + events.length,
    statusSeq: events.findLast((event) => event.action !== 'artifact')?.seq,
  }
}

/** A clock goes on while the kind of waiting is the same, so that nobody can put off its end by talking. */
function clockAfter(now: Date, task: TaskRow, { to }: Row, revisions: number): StepChanges {
  if (to === undefined || clocks[to] === clocks[task.phase]) return {}
  const due = dueAt(to, task.terms, now, revisions)
  return due === undefined ? { due_at: null, warn_at: null } : { due_at: due, warn_at: warnAt(now, due) }
}
