import type { Contract } from 'souk-contract'
import { passGate } from '../../approvals/pass-gate.ts'
import { storable } from '../../db/claimed.ts'
import { notFound } from '../../failure.ts'
import type { Operation, Shortcut } from '../../operation.ts'
import { acceptance, acceptTasks } from './accept-queries.ts'
import { lockAsParty, requireWallet } from './access.ts'
import { advanceTask, topicsOf } from './advance-task.ts'
import { recallProfile } from './hire-queries.ts'
import { noteOf } from './messages.ts'
import { originAt, originOf } from './origin.ts'
import { planStep } from './plan-step.ts'
import { findTask } from './read-queries.ts'
import { requireRow, requireVersion, sideOf, taskNotFound } from './standing.ts'
import { briefTask, everything } from './view-task.ts'
import { onlookerOf, viewAfter } from './view.ts'

/** Takes the delivery, or gives in to a dispute: the held funds are paid to the provider. */
export const acceptTask: Operation<Contract['tasks']['acceptTask']> = async (tx, caller, given) => {
  const { task, side } = await lockAsParty(tx, caller, given)
  requireVersion(task, given.expectedVersion)
  const row = requireRow(task, 'accept', side, tx.now)
  requireWallet(tx, caller)
  await passGate(tx, caller, {
    action: 'accept',
    amount: { amount: task.held, currency: task.currency },
    counterparty: task.provider_id,
    taskId: task.id,
  })
  const note = { message: given.message, side, origin: await originOf(tx, caller) }
  const accepted = await advanceTask(tx, caller, task, row, { message: noteOf(tx, note, task) })
  return briefTask(tx, caller, { ...task, ...accepted })
}

/** The same in two statements: planned on what was read, and written only if that is still so and no gate watches. */
export const acceptAtOnce: Shortcut<Contract['tasks']['acceptTask']> = async (statement, caller, given) => {
  const { read } = statement
  const before = (await findTask(read, caller.agentId, given, everything)) ?? taskNotFound()
  const side = sideOf(before, caller.agentId)
  requireVersion(before, given.expectedVersion)
  const row = requireRow(before, 'accept', side, read.now)
  requireWallet(statement, caller)
  const origin = originAt(read.now, (await recallProfile(read, caller.agentId)) ?? notFound('agent'))
  const message = noteOf(read, { message: given.message, side, origin }, before)
  const plan = planStep(statement, caller, before, row, { message })
  if (plan.deed === undefined) return undefined
  const task = viewAfter(onlookerOf(statement, caller), everything, { before, after: plan.task, message })
  const answer = storable(task, briefTask(statement, caller, { ...before, ...plan.task }))
  const planned = acceptance(statement, caller, { seen: before.seq, plan, deed: plan.deed, answer })
  const done = await statement.join(acceptTasks, planned, topicsOf)
  return done === undefined ? undefined : task
}
