/** The only writer of steps: one step within a transaction, or the steps of concurrent callers in one batch. */
import { killSwitchBinds } from '../../approvals/enforcement/bindings.ts'
import { entryOf, type AuditActor } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import { claimColumns } from '../../db/idempotency-claim.ts'
import type { Statement, OperationContext, Tx } from '../../db/transact.ts'
import { Outbox, type OutboxWriter } from '../../events/outbox.ts'
import { columnsOf, emitWalletsChanged } from '../../money/ledger/post.ts'
import { commitSteps, type CommittedStep } from './commit-queries.ts'
import { endDispute, insertDispute } from './dispute-queries.ts'
import type { Transition } from '../lifecycle/lifecycle.ts'
import { postFunds } from './task-postings.ts'
import { attachFilesOf } from './attach-files-of.ts'
import { planStep, type StepActor, type Plan, type Step } from '../lifecycle/plan-step.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { stepValues } from '../lifecycle/step-columns.ts'

/** Plans a step of a locked task and writes it: events, phase, deadline and funds together. */
export async function commitStep(
  tx: Tx,
  actor: StepActor,
  before: TaskRow,
  transition: Transition,
  step: Step = {},
): Promise<TaskRow> {
  await attachFilesOf(tx, actor, before, { ...step, submits: transition.action === 'artifact' })
  const plan = planStep(tx, actor, before, transition, step)
  await commitPlan(tx, actor, before, plan)
  return plan.task
}

/** Notifications go through the outbox of the transaction, which writes them before it commits. */
export async function commitPlan(tx: Tx, actor: StepActor, before: TaskRow, plan: Plan): Promise<void> {
  notifyParties(tx, plan)
  await postFunds(tx, before, plan.funds, plan.actor)
  const row = {
    ...stepRow(tx, actor, before, plan),
    notifications: [],
    gated_agent: null,
    client: null,
    posting: null,
  }
  const written = await commitSteps.runAlone(tx, row)
  if (written === undefined) throw new Error(`the version of ${before.id} changed under its lock`)
  if (plan.dispute?.kind === 'open') await insertDispute(tx, plan.dispute.row)
  if (plan.dispute?.kind === 'end') await endDispute(tx, plan.dispute.end)
}

interface BatchedStep {
  readonly plan: Plan
  /** The gate of the caller applies: the statement writes the step only while the gate is off. */
  readonly gated: boolean
  /** Stored under the caller's Idempotency-Key. */
  readonly reply: object
}

/** Writes a planned step in a batch. Returns undefined if it must be planned again, in a transaction. */
export function batchStep(
  statement: Statement,
  caller: AgentCaller,
  before: TaskRow,
  { plan, gated, reply }: BatchedStep,
): Promise<CommittedStep | undefined> {
  const outbox = new Outbox()
  notifyParties(outbox, plan)
  const { posting } = plan.funds
  if (posting !== undefined) emitWalletsChanged(outbox, posting)
  const row = {
    ...stepRow(statement, caller, before, plan),
    notifications: outbox.rows(statement.now),
    gated_agent: gated && killSwitchBinds(caller) ? caller.agentId : null,
    client: posting === undefined ? null : before.client_id,
    ...claimColumns(statement, reply),
    ...postingOf(plan),
  }
  return statement.batch(commitSteps, row, topicsOf)
}

function stepRow(
  { now }: Pick<OperationContext, 'now'>,
  actor: AuditActor,
  before: TaskRow,
  { changes, task, events, audit }: Plan,
) {
  return {
    ...stepValues(task, changes),
    id: task.id,
    seen: before.seq,
    at: now,
    events,
    entry: audit === undefined ? null : entryOf(now, actor, audit),
  }
}

function postingOf({ funds: { posting }, actor }: Plan) {
  if (posting === undefined) return { posting: null }
  const call = columnsOf(posting)
  const amounts = call.amounts.map(String)
  return { ...call, amounts, posting: posting.key, posting_kind: posting.kind, actor }
}

function notifyParties(
  outbox: OutboxWriter,
  { task, notifications }: Pick<Plan, 'task' | 'notifications'>,
): void {
  for (const notification of notifications) outbox.emit(notification)
  for (const topic of topicsOf(task)) outbox.publish(topic)
}

export function topicsOf(task: Pick<TaskRow, 'id' | 'client_id' | 'provider_id'>): string[] {
  return [`task:${task.id}`, `agent:${task.client_id}`, `agent:${task.provider_id}`]
}
