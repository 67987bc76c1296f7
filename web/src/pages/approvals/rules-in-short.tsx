import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/approvals.ts'
import { useSession } from '../../session.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { summarizeGate } from '../settings/gate/gate-summary.ts'
import { StopSwitch } from '../settings/gate/stop-switch.tsx'
import classes from './approvals.module.css'
import { Spending } from './spending.tsx'

/** The gate of the acting agent; a person without an agent has none. */
function useGate() {
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  const { data } = useRead(
    api.approvalGate.getApprovalGate,
    { agentId: agent?.id ?? '' },
    { enabled: agent !== undefined },
  )
  return { agent, gate: data?.gate, spent: data?.spent }
}

export function StopPanel() {
  const { gate } = useGate()
  return gate === undefined ? null : <StopSwitch gate={gate} />
}

export function RulesInShort() {
  const { agent, gate, spent } = useGate()
  if (agent === undefined || gate === undefined) return null
  return (
    <Panel
      title={say('rules')}
      actions={
        <ButtonLink size="small" to="/settings/gate">
          {say('edit')}
        </ButtonLink>
      }
    >
      <p className="muted" dir="auto">
        {agent.displayName}
      </p>
      {spent === undefined ? null : <Spending budgets={gate.budgets} spent={spent} />}
      <ul className={classes.rules}>
        {summarizeGate(gate).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  )
}
