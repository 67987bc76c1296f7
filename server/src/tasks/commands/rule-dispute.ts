import { feeOf, marketplaceExtension, type EndReason, type Message, type Phase } from 'souk-contract'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { requireAmount } from '../../money/payments/require-amount.ts'
import { commitStep } from '../store/commit-step.ts'
import { findRow, type Move } from '../lifecycle/lifecycle.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { lockTaskById } from '../store/queries.ts'
import { standingOf } from '../lifecycle/task-state.ts'

export type Ruling = 'release' | 'refund' | 'split'

export interface RuleRequest {
  readonly taskId: string
  readonly ruling: Ruling
  /** Of a split: what goes back to the client, in minor units. */
  readonly toClient?: bigint | undefined
  /** What both parties are told. */
  readonly note?: string | undefined
}

/** How a dispute ended, and where every minor unit of it went. */
export interface Ruled {
  readonly taskId: Id<'task'>
  readonly phase: Phase
  readonly reason: EndReason | null
  readonly currency: string
  readonly toClient: bigint
  readonly toProvider: bigint
  readonly fee: bigint
}

const moves: Readonly<Record<Ruling, Move>> = {
  release: 'ruleRelease',
  refund: 'ruleRefund',
  split: 'ruleSplit',
}

/** An operator decides who gets the frozen funds of a dispute; the task ends with it. */
export async function ruleDispute(tx: Tx, caller: OperatorCaller, request: RuleRequest): Promise<Ruled> {
  const task = (await lockTaskById(tx, request.taskId)) ?? notFound('task')
  const row =
    findRow(standingOf(task, tx.now), moves[request.ruling], 'operator') ??
    fail(
      'conflict',
      `This task is ${task.phase}; only a disputed one can be ruled.`,
      'GET /api/admin/disputes lists what waits for a ruling.',
    )
  const toClient = shareOfClient(task, request)
  const message = request.note === undefined ? undefined : noteOf(tx.now, task, request.note)
  const ended = await commitStep(tx, caller, task, row, { toClient, message })
  const earned = { amount: task.held - toClient, currency: task.currency }
  const fee = feeOf(earned, task.fee_bps ?? tx.settings.feeBps)
  return {
    taskId: task.id,
    phase: ended.phase,
    reason: ended.reason,
    currency: task.currency,
    toClient,
    toProvider: earned.amount - fee,
    fee,
  }
}

function shareOfClient({ held: frozen, currency }: TaskRow, { ruling, toClient }: RuleRequest): bigint {
  if (ruling !== 'split') {
    if (toClient === undefined) return ruling === 'refund' ? frozen : 0n
    return fail('bad-request', '"toClient" belongs to a split only.', 'Leave it out, or rule "split".')
  }
  if (toClient === undefined) {
    return fail('bad-request', 'A split needs "toClient".', 'Say how many minor units the client gets back.')
  }
  requireAmount('toClient', { amount: toClient, currency }, 'internal')
  if (toClient > 0n && toClient < frozen) return toClient
  return fail(
    'unprocessable',
    `A split leaves something for both: "toClient" is from 1 to ${frozen - 1n} here.`,
    'Rule "refund" to give the client everything, or "release" to give it to the provider.',
  )
}

/** A2A knows two sides; what comes from the marketplace speaks as the agent, and says in its metadata who it is. */
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
