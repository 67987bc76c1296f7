import { useState } from 'react'
import type { Approval } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { say } from '../../messages/en/approvals.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './approvals.module.css'
import { PendingApproval } from './pending-approval.tsx'
import { requestSentence } from './sentences.ts'
import { useNames } from './use-names.ts'

export function Component() {
  const pending = usePages(api.approvals.listApprovals, { state: 'pending' })
  const [code, setCode] = useState<string>()
  return (
    <Page title={say('approvals')} lead={say('lead')}>
      {code === undefined ? null : (
        <Panel title={say('linkCode')}>
          <OneTimeSecret secret={code} description={say('linkCodeHint')} onDone={() => setCode(undefined)} />
        </Panel>
      )}
      <PagedList
        pages={pending}
        empty={
          <EmptyState title={say('nonePending')}>
            <p>{say('nonePendingHint')}</p>
            <ButtonLink to="/settings/gate">{say('setRules')}</ButtonLink>
          </EmptyState>
        }
      >
        {(items) => (
          <Stack>
            {items.map((approval) => (
              <PendingApproval key={approval.id} approval={approval} onCode={setCode} />
            ))}
          </Stack>
        )}
      </PagedList>
      <Decided />
    </Page>
  )
}

function Decided() {
  const all = usePages(api.approvals.listApprovals, {})
  const decided = all.items?.filter(({ state }) => state !== 'pending')
  return (
    <Panel title={say('history')}>
      <PagedList pages={{ ...all, items: decided }} empty={<p className="muted">{say('noDecisions')}</p>}>
        {(items) => (
          <ul className={classes.history}>
            {items.map((approval) => (
              <li key={approval.id}>
                <DecidedApproval approval={approval} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

const states: Readonly<Record<Approval['state'], readonly [label: string, tone: Tone]>> = {
  pending: [say('statePending'), 'brass'],
  approved: [say('stateApproved'), 'accent'],
  denied: [say('stateDenied'), 'plain'],
  expired: [say('stateExpired'), 'plain'],
  done: [say('stateDone'), 'good'],
  failed: [say('stateFailed'), 'bad'],
}

function DecidedApproval({ approval }: { approval: Approval }) {
  const names = useNames(approval)
  const [label, tone] = states[approval.state]
  return (
    <>
      <span dir="auto">{requestSentence(approval, names)}</span>
      {approval.error === null ? null : <small dir="auto">{approval.error}</small>}
      <Badge tone={tone}>{label}</Badge>
      <RelativeTime time={approval.decidedAt ?? approval.createdAt} />
    </>
  )
}
