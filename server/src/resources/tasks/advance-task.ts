import type { Message } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller, OperatorCaller, SystemCaller } from '../../caller.ts'
import type { Chunk } from '../../db/task-tables.ts'
import type { Tx } from '../../db/transact.ts'
import { actorOf } from '../../ledger/post.ts'
import { clocks, dueAt, warnAt } from './clocks.ts'
import { deeds, type Row } from './lifecycle.ts'
import { moveMoney } from './move-money.ts'
import { changeTask, insertEvents, type NewEvent, type TaskRow } from './queries.ts'
import { kindOf, toldOf } from './tell-task.ts'
import { hashTerms } from './terms.ts'

/** Who acts: a party, a worker, or an operator. */
export type Actor = AgentCaller | SystemCaller | OperatorCaller

export interface Step {
  readonly message?: Message | undefined
  /** Pieces of work that come with it; each is an event of its own, before the one that changes the status. */
  readonly chunks?: readonly Chunk[]
  /** Only for a split: what goes back to the client. */
  readonly toClient?: bigint
}

/** A task that was answered by a message never becomes visible to its client. */
const never = new Date('9999-12-31T00:00:00Z')

/** The only writer of a task that exists: events, phase, clock and money together. */
export async function advanceTask(
  tx: Tx,
  caller: Actor,
  task: TaskRow,
  row: Row,
  step: Step = {},
): Promise<TaskRow> {
  const held = await heldAfter(tx, caller, task, row, step)
  const { events, seq, statusSeq } = eventsOf(tx.now, task, row, step)
  await insertEvents(tx, events)
  tellParties(tx, task, events)
  const revisions = task.revisions + (row.to === 'working' && task.phase === 'delivered' ? 1 : 0)
  const changed = await changeTask(tx, task.id, {
    phase: row.to ?? task.phase,
    reason: row.reason ?? null,
    seq,
    ...(statusSeq === undefined ? {} : { status_seq: statusSeq, status_at: tx.now }),
    held,
    has_work: task.has_work || row.move === 'artifact' || row.move === 'deliver',
    was_delivered: task.was_delivered || row.move === 'deliver',
    revisions,
    ...clockAfter(tx.now, task, row, revisions),
    ...(row.move === 'award' ? agreement(tx, task) : {}),
    ...(row.move === 'reply' ? { hidden_until: never } : {}),
  })
  announceTask(tx, changed)
  const deed = deeds[row.move]
  if (deed !== undefined) {
    await record(tx, caller, {
      action: `task.${deed}`,
      target: task.id,
      details: { phase: changed.phase, seq },
    })
  }
  return changed
}

/** What each event means is seen against the phase before it. */
export function tellParties(tx: Tx, task: TaskRow, events: readonly NewEvent[]): void {
  let before = task.phase
  for (const event of events) {
    for (const told of toldOf(task, event, kindOf(event, before))) tx.tell(told)
    before = event.phase
  }
}

export function announceTask(tx: Tx, task: TaskRow): void {
  for (const topic of topicsOf(task)) tx.announce(topic)
}

export function topicsOf(task: Pick<TaskRow, 'id' | 'client_id' | 'provider_id'>): string[] {
  return [`task:${task.id}`, `agent:${task.client_id}`, `agent:${task.provider_id}`]
}

/** What freezes when two sides agree. */
export function agreement(tx: Tx, { terms }: Pick<TaskRow, 'terms'>) {
  return { terms_hash: hashTerms(terms), fee_bps: tx.settings.feeBps }
}

async function heldAfter(tx: Tx, caller: Actor, task: TaskRow, { money }: Row, { toClient }: Step) {
  if (money === undefined) return task.held
  const actor = caller.agentId === null ? caller.kind : actorOf(caller)
  return moveMoney(tx, task, money, { actor, ...(toClient === undefined ? {} : { toClient }) })
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
function clockAfter(now: Date, task: TaskRow, { to }: Row, revisions: number) {
  if (to === undefined || clocks[to] === clocks[task.phase]) return {}
  const due = dueAt(to, task.terms, now, revisions)
  return due === undefined ? { due_at: null, warn_at: null } : { due_at: due, warn_at: warnAt(now, due) }
}
