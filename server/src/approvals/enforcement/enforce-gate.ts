import type { ApprovalAction, GatedAction, GateSettings } from 'souk-contract'
import type { AgentCaller, ApprovedRun, KeyCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import { rulesBind } from './bindings.ts'
import { explain, wayOut } from './explain.ts'
import { changeApproval, lockApproval, lockGateUnchanged, namesOf, type ApprovalRow } from './queries.ts'
import {
  evaluate,
  spentAmount,
  type Amount,
  type FailedRule,
  type SpentByWindow,
  type Weighed,
} from './rules.ts'
import { lockSpending } from './spending-queries.ts'

/** What an operation asks of the gate. */
export interface GateRequest {
  readonly action: GatedAction
  readonly amount?: Amount
  readonly counterparty?: Id<'agt'>
  /** Further agents that it reaches, each by its id and its handle: the lists of the gate hold for them, too. */
  readonly others?: readonly (readonly string[])[]
  /** What budgets per task count by. */
  readonly taskId?: string
  /** The two have dealt with each other before: what the gate says of first contacts is no matter, its lists still are. */
  readonly met?: boolean
}

/**
 * Lets an action pass, or stops its transaction. Callers that the gate does not bind pass. An operation asks once,
 * after it has locked what it acts upon and before it changes anything.
 */
export async function passGate(tx: Tx, caller: AgentCaller, request: GateRequest): Promise<void> {
  if (!rulesBind(caller, request.action)) return
  const settings = await lockGateUnchanged(tx, caller.agentId)
  const gate = request.met === true ? { ...settings, rules: {} } : settings
  const weighed: Weighed = {
    action: request.action,
    amount: request.amount,
    counterparty: request.counterparty === undefined ? undefined : await namesOf(tx, request.counterparty),
    others: request.others,
  }
  const spent = gate.mode === 'off' ? {} : await count(tx, caller, weighed, request.taskId)
  const verdict = evaluate(gate, weighed, spent)
  if (verdict.verdict === 'deny') {
    fail('forbidden', explain(gate, weighed, verdict), wayOut(verdict.rule))
  }
  const approved = caller.approval !== undefined && (await useApproval(tx, caller, caller.approval, request))
  if (verdict.verdict === 'approve' && !approved) {
    throw new ApprovalRequired(request, verdict.rule, gate, explain(gate, weighed, verdict))
  }
}

/** For what no rule can allow a key: a person approves it each time, whatever the gate says. Answers who did. */
export async function requireApproved(
  tx: Tx,
  caller: KeyCaller,
  action: Exclude<ApprovalAction, GatedAction>,
): Promise<ApprovedRun['by']> {
  const { approval } = caller
  if (approval !== undefined && (await useApproval(tx, caller, approval, { action }))) return approval.by
  const gate = await lockGateUnchanged(tx, caller.agentId)
  throw new ApprovalRequired({ action }, 'always', gate, 'A key cannot do this alone.')
}

/** What is stored of a request. */
type ApprovalRequest = Pick<GateRequest, 'amount' | 'counterparty'> & { readonly action: ApprovalAction }

/** Stops an action until a person approves it. Thrown below, it becomes a stored request at the edge. */
export class ApprovalRequired extends Failure {
  readonly request: ApprovalRequest
  readonly rule: FailedRule
  readonly ttlHours: number

  constructor(request: ApprovalRequest, rule: FailedRule, gate: GateSettings, explanation: string) {
    super('approval-required', `A person has to approve this. ${explanation}`)
    this.request = request
    this.rule = rule
    this.ttlHours = gate.approvalTtlHours
  }
}

/** Before the verdict, because counting is what locks the budgets; a refusal rolls the count back. */
async function count(
  tx: Tx,
  { agentId }: AgentCaller,
  weighed: Weighed,
  taskId: string | undefined,
): Promise<SpentByWindow> {
  const amount = spentAmount(weighed)
  return amount === undefined ? {} : lockSpending(tx, { agentId, amount, taskId })
}

/** Whether the approval is for this action; it is then used up, together with everything the action changes. */
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
    return fail('forbidden', 'This approval is not for this request.', 'Ask for an approval of its own.')
  }
  if (!isAsShown(approval, request)) {
    return fail(
      'conflict',
      'The amount or the other agent is no longer what was approved.',
      'Let the agent ask again.',
    )
  }
  await changeApproval(tx, id, { state: 'done' })
  return true
}

/** The same input can come to mean more money or somebody else; people approve what they were shown. */
function isAsShown(approval: ApprovalRow, { amount, counterparty }: ApprovalRequest): boolean {
  return (
    approval.amount === (amount?.amount ?? null) &&
    approval.currency === (amount?.currency ?? null) &&
    approval.counterparty === (counterparty ?? null)
  )
}
