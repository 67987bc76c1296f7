import {
  feeOf,
  marketplaceExtension,
  type AdminContract,
  type Input,
  type Message,
  type Ruling,
} from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { requireAmount } from '../../money/payments/require-amount.ts'
import type { Operation } from '../../operation.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import { commitStep } from '../store/commit-step.ts'
import { findTransition, type Action } from '../lifecycle/lifecycle.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
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
  const toClient = shareOfClient(task, request)
  const { reasons } = request
  const message = noteOf(tx.now, task, reasons)
  const ended = await commitStep(tx, caller, task, transition, { toClient, message, texts: { reasons } })
  const earned = { amount: task.held - toClient, currency: task.currency }
  const fee = feeOf(earned, task.fee_bps ?? tx.settings.feeBps)
  return {
    taskId: task.id,
    phase: ended.phase,
    reason: ended.reason,
    currency: task.currency,
    paid: { toClient: Number(toClient), toProvider: Number(earned.amount - fee), fee: Number(fee) },
  }
}

/** An operator who can act as a party cannot rule. */
async function requireNoInterest(tx: Tx, userId: Id<'usr'>, task: TaskRow): Promise<void> {
  for (const party of [task.client_id, task.provider_id]) {
    if ((await findAgentAccess(tx, userId, party)) !== undefined) {
      fail(
        'forbidden',
        'Operators cannot rule on a dispute of an agent that they can act as.',
        'Ask another operator to rule.',
      )
    }
  }
}

function shareOfClient(
  { held: frozen, currency }: TaskRow,
  { ruling, toClient: sent }: Input<Route>,
): bigint {
  const toClient = sent === undefined ? undefined : BigInt(sent)
  if (ruling !== 'split') {
    if (toClient === undefined) return ruling === 'refund' ? frozen : 0n
    return fail(
      'bad-request',
      '"toClient" is allowed only in a split.',
      'Remove "toClient", or rule "split".',
    )
  }
  if (toClient === undefined) {
    return fail(
      'bad-request',
      'A split must have "toClient".',
      'Set it to the amount that returns to the client, in minor units.',
    )
  }
  requireAmount('toClient', { amount: toClient, currency }, 'internal')
  if (toClient > 0n && toClient < frozen) return toClient
  return fail(
    'unprocessable',
    `"toClient" must be from 1 to ${frozen - 1n} minor units.`,
    'Rule "refund" to return everything to the client, or "release" to pay everything to the provider.',
  )
}

/** A2A has only two roles, so the reasons have the agent role and name the operator in their metadata. */
function noteOf(now: Date, task: TaskRow, text: string): Message {
  return {
    messageId: newId('msg', now),
    contextId: task.context_id,
    taskId: task.id,
    role: 'ROLE_AGENT',
    parts: [{ text }],
    metadata: { [marketplaceExtension]: { by: 'operator' } },
  }
}
