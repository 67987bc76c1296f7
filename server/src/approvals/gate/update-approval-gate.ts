import type { Contract, GateSettings } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { endLinkCodes } from '../../resources/users/token-queries.ts'
import { requireGatedAgent } from './access.ts'
import { agentIdsByHandle, lockGate, saveGate } from './queries.ts'
import { defaultGate, loosens, requireConsistentGate } from './rules.ts'
import { viewGate } from './view.ts'

export const updateApprovalGate: Operation<Contract['approvalGate']['updateApprovalGate']> = async (
  tx,
  caller,
  { agentId, version, ...changes },
) => {
  const agent = await requireGatedAgent(tx, caller, agentId)
  if (!agent.mayChange) {
    fail('forbidden', 'Your role cannot change the gate of this agent.', 'Ask the owner of the agent.')
  }
  const row = await lockGate(tx, agent.id)
  if (version !== (row?.version ?? 0)) {
    fail(
      'conflict',
      '"version" is outdated: the gate has changed since you read it.',
      'Reload the gate, then repeat the change.',
    )
  }
  const before = row?.settings ?? defaultGate
  const after = { ...before, ...changes }
  await requireConsistent(tx, after)
  const looser = agent.mayLoosen ? undefined : loosens(before, after)
  if (looser !== undefined) {
    const [who, hint] =
      caller.kind === 'key'
        ? ['A key', 'Sign in as a person who manages the agent.']
        : ['A member without access to the wallet', 'Ask an owner of the agent.']
    fail('forbidden', `${who} cannot loosen the gate: ${looser}.`, hint)
  }
  tx.publish(`gate:${agent.id}`)
  if (after.killSwitch && !before.killSwitch) await endLinkCodes(tx, agent.id)
  const saved = await saveGate(tx, agent.id, version + 1, after)
  await record(tx, caller, {
    action: 'approval-gate.updated',
    target: agent.id,
    details: { fields: Object.keys(changes), version: saved.version },
  })
  return { gate: viewGate(agent.id, saved) }
}

async function requireConsistent(reader: Reader, gate: GateSettings): Promise<void> {
  const ids = await agentIdsByHandle(reader, [...gate.allowlist, ...gate.blocklist])
  requireConsistentGate(gate, (reference) => ids.get(reference) ?? reference)
}
