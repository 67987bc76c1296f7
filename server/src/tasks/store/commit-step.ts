/** The only writer of steps: of one within a transaction, and of many callers in one statement. */
import { killSwitchBinds } from '../../approvals/enforcement/bindings.ts'
import { entryOf, type AuditActor } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import { claimColumns } from '../../db/idempotency-claim.ts'
import type { Statement, OperationContext, Tx } from '../../db/transact.ts'
import { Outbox, type OutboxWriter } from '../../events/outbox.ts'
import { callOf, emitWalletsChanged } from '../../money/ledger/post.ts'
import { commitSteps, type CommittedStep } from './commit-queries.ts'
import type { Row } from '../lifecycle/lifecycle.ts'
import { moveMoney } from './task-postings.ts'
import { planStep, type Mover, type Plan, type Step } from '../lifecycle/plan-step.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { stepValues } from '../lifecycle/step-columns.ts'

/** Plans a step of a locked task and writes it: events, phase, clock and money together. */
export async function commitStep(
  tx: Tx,
  mover: Mover,
  before: TaskRow,
  row: Row,
  step: Step = {},
): Promise<TaskRow> {
  const plan = planStep(tx, mover, before, row, step)
  await commitPlan(tx, mover, before, plan)
  return plan.task
}

/** The transaction itself writes what is told, before it commits. */
export async function commitPlan(tx: Tx, mover: Mover, before: TaskRow, plan: Plan): Promise<void> {
  tellStep(tx, plan)
  await moveMoney(tx, before, plan.moved, plan.actor)
  const row = {
    ...factsOf(tx, mover, before, plan),
    told: [],
    watched: null,
    client: null,
    posting: null,
  }
  const written = await commitSteps.runAlone(tx, row)
  if (written === undefined) throw new Error(`the version of ${before.id} changed under its lock`)
}

interface Asked {
  readonly plan: Plan
  /** Whether the caller's gate must be asked: the statement writes the step only while it is off. */
  readonly gated: boolean
  /** Stored under the caller's Idempotency-Key. */
  readonly answer: object
}

/** Writes a planned step together with those of other callers; undefined when it has to be planned again. */
export function joinSteps(
  statement: Statement,
  caller: AgentCaller,
  before: TaskRow,
  { plan, gated, answer }: Asked,
): Promise<CommittedStep | undefined> {
  const outbox = new Outbox()
  tellStep(outbox, plan)
  const { posting } = plan.moved
  if (posting !== undefined) emitWalletsChanged(outbox, posting)
  const row = {
    ...factsOf(statement, caller, before, plan),
    told: outbox.rows(statement.now),
    watched: gated && killSwitchBinds(caller) ? caller.agentId : null,
    client: posting === undefined ? null : before.client_id,
    ...claimColumns(statement, answer),
    ...postingOf(plan),
  }
  return statement.batch(commitSteps, row, topicsOf)
}

function factsOf(
  { now }: Pick<OperationContext, 'now'>,
  doer: AuditActor,
  before: TaskRow,
  { changes, task, events, deed }: Plan,
) {
  return {
    ...stepValues(task, changes),
    id: task.id,
    seen: before.seq,
    at: now,
    events,
    entry: deed === undefined ? null : entryOf(now, doer, deed),
  }
}

function postingOf({ moved: { posting }, actor }: Plan) {
  if (posting === undefined) return { posting: null }
  const call = callOf(posting)
  const amounts = call.amounts.map(String)
  return { ...call, amounts, posting: posting.key, posting_kind: posting.kind, actor }
}

function tellStep(telling: OutboxWriter, { task, told }: Pick<Plan, 'task' | 'told'>): void {
  for (const one of told) telling.emit(one)
  for (const topic of topicsOf(task)) telling.publish(topic)
}

export function topicsOf(task: Pick<TaskRow, 'id' | 'client_id' | 'provider_id'>): string[] {
  return [`task:${task.id}`, `agent:${task.client_id}`, `agent:${task.provider_id}`]
}
