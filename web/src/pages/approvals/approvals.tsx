import { useRef, useState } from 'react'
import type { Approval } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { useListKeys } from '../../lib/hooks/use-list-keys.ts'
import { say } from '../../messages/en/approvals.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page, Panel, Split } from '../../ui/page/layout.tsx'
import { OneTimeSecret } from '../../ui/content/one-time-secret.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { displayNameOf } from '../../ui/people/party.tsx'
import classes from './approvals.module.css'
import { DenyAll } from './decide.tsx'
import { RecentDecisions } from './recent-decisions.tsx'
import { PendingApproval } from './pending-approval.tsx'
import { RulesInShort, StopPanel } from './rules-in-short.tsx'
import { useParties } from './use-parties.ts'

export function Component() {
  const pending = usePages(api.approvals.listApprovals, { state: 'pending' })
  const [code, setCode] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  return (
    <Page title={say('approvals')} lead={say('lead')}>
      <StopPanel />
      <Split
        aside={
          <>
            <RulesInShort />
            <RecentDecisions />
          </>
        }
      >
        {code === undefined ? null : (
          <Panel title={say('linkCode')}>
            <OneTimeSecret
              secret={code}
              description={say('linkCodeHint')}
              onDone={() => setCode(undefined)}
            />
          </Panel>
        )}
        <div ref={list} className={classes.groups}>
          <PagedList pages={pending} empty={<NonePending />}>
            {(items) =>
              byAgent(items).map(([agentId, approvals]) => (
                <AgentRequests key={agentId} approvals={approvals} onCode={setCode} />
              ))
            }
          </PagedList>
        </div>
      </Split>
    </Page>
  )
}

function byAgent(items: readonly Approval[]): readonly (readonly [agentId: string, readonly Approval[]])[] {
  const agents = [...new Set(items.map(({ agentId }) => agentId))]
  return agents.map((agent) => [agent, items.filter(({ agentId }) => agentId === agent)] as const)
}

interface AgentRequestsProps {
  readonly approvals: readonly Approval[]
  readonly onCode: (code: string) => void
}

/** The requests of one agent, newest first. */
function AgentRequests({ approvals, onCode }: AgentRequestsProps) {
  const [first] = approvals
  return (
    <section className={classes.group}>
      {first === undefined ? null : <GroupHead first={first} approvals={approvals} />}
      <ul>
        {approvals.map((approval) => (
          <PendingApproval key={approval.id} approval={approval} onCode={onCode} />
        ))}
      </ul>
    </section>
  )
}

function GroupHead({ first, approvals }: { first: Approval; approvals: readonly Approval[] }) {
  const { agent, isLoaded } = useParties(first)
  if (!isLoaded) return null
  return (
    <header className={classes.groupHead}>
      <h2 dir="auto">{say('waitingFrom', { agent: displayNameOf(agent) })}</h2>
      <span className={classes.count}>{approvals.length}</span>
      {approvals.length < 2 ? null : <DenyAll approvals={approvals} agent={displayNameOf(agent)} />}
    </header>
  )
}

function NonePending() {
  return (
    <EmptyState title={say('nonePending')}>
      <p>{say('nonePendingHint')}</p>
      <ButtonLink to="/settings/gate">{say('setRules')}</ButtonLink>
    </EmptyState>
  )
}
