import type { GateRules } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import type { Player } from '../../server/test/tasks/task-model/world.ts'

const rules: GateRules = {
  award: { effect: 'requireApproval', above: usd(500) },
  fund: { effect: 'requireApproval' },
  payout: { effect: 'requireApproval' },
}

export async function enableGate(souk: Souk, { agent, person }: Player): Promise<void> {
  const gate = { agentId: agent.id, version: 0, mode: 'enforce' as const, rules, approvalTtlHours: 72 }
  const { status } = await souk.call('updateApprovalGate', gate, { as: person.token })
  if (status !== 200) fail(`updateApprovalGate returned ${status}`)
}
