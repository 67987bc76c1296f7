import type { ApprovalAction, GatedAction, GateSettings } from 'souk-contract'
import type { AgentCaller, ApprovedRun, KeyCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import { rulesBind } from './bindings.ts'
import { explainVerdict, gateHint } from './explain.ts'
import { changeApproval, lockApproval, lockGateShared, namesOfAgent, type ApprovalRow } from './queries.ts'
import {
  appPeriodOf,
  evaluate,
  periodsOf,
  spentAmount,
  type Amount,
  type FailedRule,
  type SpentByWindow,
  type GatedCall,
} from './rules.ts'
import { getAppLimit, lockSpending } from './spending-queries.ts'

/** Action of an operation that the gate decides on. */
export interface GateRequest {
  readonly action: GatedAction
  readonly amount?: Amount
  readonly counterparty?: Id<'agt'>
  /** Other agents that the action reaches, each by id and handle; the lists of the gate apply to them too. */
  readonly others?: readonly (readonly string[])[]
  /** Task that per-task budgets count by. */
  readonly taskId?: string
  /** Names the thing that the approver has seen, such as one of several deliveries. For another one, the approval is refused. */
  readonly subjectState?: string
  /** Not a first contact: the rules do not apply, the lists do. */
  readonly isKnown?: boolean
}

/**
 * Allows an action or stops its transaction. An operation calls it once, after it has locked its rows and before it changes
 * them.
 */
export async function enforceGate(tx: Tx, caller: AgentCaller, request: GateRequest): Promise<void> {
  if (!rulesBind(caller, request.action)) return
  const settings = await lockGateShared(tx, caller.agentId)
  const gate = request.isKnown === true ? { ...settings, rules: {} } : settings
  const call: GatedCall = {
    action: request.action,
    amount: request.amount,
    counterparty:
      request.counterparty === undefined ? undefined : await namesOfAgent(tx, request.counterparty),
    others: request.others,
  }
  const grantId = caller.kind === 'key' ? caller.grant?.id : undefined
  const appLimit = grantId === undefined ? undefined : await getAppLimit(tx, grantId)
  const periods = [
    ...(gate.mode === 'off' ? [] : Object.values(periodsOf(tx.now, request.taskId))),
    ...(grantId === undefined ? [] : [appPeriodOf(tx.now, grantId)]),
  ]
  const verdict = evaluate(gate, call, await count(tx, caller, call, periods), appLimit)
  if (verdict.verdict === 'deny') {
    fail('forbidden', explainVerdict(gate, call, verdict), gateHint(verdict.rule))
  }
  const approved = caller.approval !== undefined && (await useApproval(tx, caller, caller.approval, request))
  if (verdict.verdict === 'requireApproval' && !approved) {
    throw new ApprovalRequired(request, verdict.rule, gate, explainVerdict(gate, call, verdict))
  }
}

/** For actions of keys that need an approval each time, whatever the gate allows. Returns the person who approved. */
export async function requireApproved(
  tx: Tx,
  caller: KeyCaller,
  action: Exclude<ApprovalAction, GatedAction>,
): Promise<ApprovedRun['by']> {
  const { approval } = caller
  if (approval !== undefined && (await useApproval(tx, caller, approval, { action }))) return approval.by
  const gate = await lockGateShared(tx, caller.agentId)
  throw new ApprovalRequired({ action }, 'always', gate, 'This action of a key always requires an approval.')
}

/** The part of a request that an approval stores. */
type ApprovalRequest = Pick<GateRequest, 'amount' | 'counterparty' | 'subjectState'> & {
  readonly action: ApprovalAction
}

/** Stops an action until a person approves it. `http/` stores the request when it catches this. */
export class ApprovalRequired extends Failure {
  readonly request: ApprovalRequest
  readonly rule: FailedRule
  readonly ttlHours: number

  constructor(request: ApprovalRequest, rule: FailedRule, gate: GateSettings, explanation: string) {
    super('approval-required', `Approval required. ${explanation}`)
    this.request = request
    this.rule = rule
    this.ttlHours = gate.approvalTtlHours
  }
}

/** Counts before the verdict, because counting locks the budgets; a refusal rolls the count back. */
async function count(
  tx: Tx,
  { agentId }: AgentCaller,
  call: GatedCall,
  periods: readonly string[],
): Promise<SpentByWindow> {
  const amount = spentAmount(call)
  return amount === undefined || periods.length === 0 ? {} : lockSpending(tx, { agentId, amount, periods })
}

/** Uses the approval if it is for this action, in the same transaction as the changes of the action. */
async function useApproval(
  tx: Tx,
  caller: AgentCaller,
  { id, inputHash }: ApprovedRun,
  request: ApprovalRequest,
): Promise<boolean> {
  const approval = await lockApproval(tx, id)
  if (approval.action !== request.action) return false
  const same = approval.agent_id === caller.agentId && sameBytes(approval.input_hash, inputHash)
  if (approval.state !== 'approved' || !same) {
    return fail('forbidden', 'The approval belongs to another request.', 'Request a new approval.')
  }
  if (!isAsApproved(approval, request)) {
    return fail(
      'conflict',
      'The amount, the counterparty or the delivery has changed since the approval was requested.',
      'Have the agent repeat its request.',
    )
  }
  await changeApproval(tx, id, { state: 'done' })
  return true
}

/** The same input can resolve to another amount or agent later; people approve what they were shown. */
function isAsApproved(
  approval: ApprovalRow,
  { amount, counterparty, subjectState }: ApprovalRequest,
): boolean {
  return (
    (approval.subject_state === null || approval.subject_state === subjectState) &&
    approval.amount === (amount?.amount ?? null) &&
    approval.currency === (amount?.currency ?? null) &&
    approval.counterparty === (counterparty ?? null)
  )
}
