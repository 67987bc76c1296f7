import type { Contract } from 'souk-contract'
import { explain } from '../enforcement/explain.ts'
import { evaluate, type Weighed } from '../enforcement/rules.ts'
import { spentUntilNow } from '../enforcement/spending-queries.ts'
import type { Reader } from '../../db/transact.ts'
import type { Query } from '../../operation.ts'
import { findAgent } from '../../resources/agents/queries.ts'
import { requireGatedAgent } from './access.ts'
import { findGate } from './queries.ts'
import { defaultGate } from './rules.ts'

/** The same decision that a key would meet now; a reader cannot change or count anything. */
export const simulateGate: Query<Contract['approvalGate']['simulateGate']> = async (
  reader,
  caller,
  { agentId, action, amount, counterparty },
) => {
  const { id } = await requireGatedAgent(reader, caller, agentId)
  const gate = (await findGate(reader, id))?.settings ?? defaultGate
  const weighed: Weighed = {
    action,
    amount: amount === undefined ? undefined : { amount: BigInt(amount.amount), currency: amount.currency },
    counterparty: counterparty === undefined ? undefined : await namesBehind(reader, counterparty),
  }
  const fresh = action === 'award' ? { task: 0n } : {}
  const spent =
    amount === undefined ? {} : { ...fresh, ...(await spentUntilNow(reader, id, amount.currency)) }
  const verdict = evaluate(gate, weighed, spent)
  return {
    verdict: verdict.verdict,
    failedRule: verdict.verdict === 'allow' ? null : verdict.rule,
    explanation: explain(gate, weighed, verdict),
  }
}

/** A name that nobody has can still stand on a list. */
async function namesBehind(reader: Reader, reference: string): Promise<string[]> {
  const agent = await findAgent(reader, reference)
  return agent === undefined ? [reference] : [agent.id, agent.handle]
}
