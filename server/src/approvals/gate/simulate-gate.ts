import type { Contract } from 'souk-contract'
import { explainVerdict } from '../enforcement/explain.ts'
import { evaluate, type GatedCall } from '../enforcement/rules.ts'
import { spentUntilNow } from '../enforcement/spending-queries.ts'
import type { Reader } from '../../db/transact.ts'
import type { Query } from '../../operation.ts'
import { findAgent } from '../../resources/agents/queries.ts'
import { requireGatedAgent } from './access.ts'
import { findGate } from './queries.ts'
import { defaultGate } from './rules.ts'

/** The decision that a key would get now. Read-only, so nothing counts against budgets. */
export const simulateGate: Query<Contract['approvalGate']['simulateGate']> = async (
  reader,
  caller,
  { agentId, action, amount, counterparty },
) => {
  const { id } = await requireGatedAgent(reader, caller, agentId)
  const gate = (await findGate(reader, id))?.settings ?? defaultGate
  const call: GatedCall = {
    action,
    amount: amount === undefined ? undefined : { amount: BigInt(amount.amount), currency: amount.currency },
    counterparty: counterparty === undefined ? undefined : await namesOf(reader, counterparty),
  }
  const newTask = action === 'award' ? { task: 0n } : {}
  const spent =
    amount === undefined ? {} : { ...newTask, ...(await spentUntilNow(reader, id, amount.currency)) }
  const verdict = evaluate(gate, call, spent)
  return {
    verdict: verdict.verdict,
    failedRule: verdict.verdict === 'allow' ? null : verdict.rule,
    explanation: explainVerdict(gate, call, verdict),
  }
}

/** An unknown name can be on a list too. */
async function namesOf(reader: Reader, reference: string): Promise<string[]> {
  const agent = await findAgent(reader, reference)
  return agent === undefined ? [reference] : [agent.id, agent.handle]
}
