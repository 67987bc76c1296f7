import { marketplaceExtension, type AdminContract, type Message, type Ruling } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { hasInterestIn } from '../../resources/agents/interest-queries.ts'
import { commitStep } from '../store/commit-step.ts'
import { findTransition, type Action } from '../lifecycle/lifecycle.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { divide, requireRuledShare } from './rules.ts'
import { lockTaskById } from '../store/queries.ts'
import { taskStateOf } from '../lifecycle/task-state.ts'

type Route = AdminContract['disputes']['ruleDispute']

const actions: Readonly<Record<Ruling, Action>> = {
  release: 'ruleRelease',
  refund: 'ruleRefund',
  split: 'ruleSplit',
}

/** Divides the frozen funds of a dispute and ends the task. */
export const ruleDispute: Operation<Route> = async (tx, caller, request) => {
  const task = (await lockTaskById(tx, request.taskId)) ?? notFound('task')
  const transition =
    findTransition(taskStateOf(task, tx.now), actions[request.ruling], 'operator') ??
    fail(
      'conflict',
      `The task is ${task.phase}; only a disputed task can be ruled on.`,
      'Choose a task from the list of open disputes.',
    )
  if (caller.person !== null) await requireNoInterest(tx, caller.person.userId, task)
  const toClient = requireRuledShare(request.ruling, request.toClient, task)
  const { reasons } = request
  const message = reasonsMessage(tx.now, task, reasons)
  const ended = await commitStep(tx, caller, task, transition, { toClient, message, texts: { reasons } })
  const { toProvider, fee } = divide(task, toClient, task.fee_bps ?? tx.settings.feeBps)
  return {
    taskId: task.id,
    phase: ended.phase,
    reason: ended.reason,
    currency: task.currency,
    paid: { toClient: Number(toClient), toProvider: Number(toProvider), fee: Number(fee) },
  }
}

/** An operator with an interest in a party cannot rule. */
async function requireNoInterest(tx: Tx, userId: Id<'usr'>, task: TaskRow): Promise<void> {
  if (!(await hasInterestIn(tx, userId, [task.client_id, task.provider_id]))) return
  fail(
    'forbidden',
    'Operators cannot rule on a dispute of an agent of theirs.',
    'Ask another operator to rule.',
  )
}

/** A2A has only two roles, so the reasons have the agent role and name the operator in their metadata. */
function reasonsMessage(now: Date, task: TaskRow, text: string): Message {
  return {
    messageId: newId('msg', now),
    contextId: task.context_id,
    taskId: task.id,
    role: 'ROLE_AGENT',
    parts: [{ text }],
    metadata: { [marketplaceExtension]: { by: 'operator' } },
  }
}
