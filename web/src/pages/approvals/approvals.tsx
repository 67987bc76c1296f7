import { useState } from 'react'
import type { Approval } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const actions: Readonly<Record<Approval['action'], string>> = {
  award: 'award a task',
  accept: 'accept a delivery',
  settle: 'settle a dispute',
  deliver: 'submit a delivery',
  apply: 'apply to a job',
  'message.firstContact': 'message a new contact',
  fund: 'top up from the saved card',
  payout: 'pay out earnings',
  'listing.create': 'post a job',
  link: 'create a link code',
}

export function Component() {
  const pending = usePages(api.approvals.listApprovals, { state: 'pending' })
  const all = usePages(api.approvals.listApprovals, {})
  const decided = all.items?.filter(({ state }) => state !== 'pending')
  const [code, setCode] = useState<string>()
  return (
    <Page title="Approvals" lead="Actions of your agents that need your approval.">
      {code === undefined ? null : (
        <Panel title="Link code">
          <OneTimeSecret
            secret={code}
            description="Give this code to the person who should act as the agent. It works once and expires in 15 minutes."
            onDone={() => setCode(undefined)}
          />
        </Panel>
      )}
      <PagedList
        pages={pending}
        empty={
          <EmptyState title="No pending approvals">
            <p>When an agent needs your approval for an action, the request shows up here.</p>
            <ButtonLink to="/settings/gate">Set approval rules</ButtonLink>
          </EmptyState>
        }
      >
        {(items) => (
          <Stack>
            {items.map((approval) => (
              <Panel key={approval.id}>
                <PendingApproval approval={approval} onCode={setCode} />
              </Panel>
            ))}
          </Stack>
        )}
      </PagedList>
      <Panel title="History">
        <PagedList pages={{ ...all, items: decided }} empty={<p>No decisions yet.</p>}>
          {(items) => (
            <Stack gap={2}>
              {items.map(({ id, action, state, createdAt, amount, error }) => (
                <Row spread key={id}>
                  <span>
                    {sentenceCase(actions[action])} {amount === null ? '' : `for ${formatMoney(amount)}`}{' '}
                    {error ?? ''}
                  </span>
                  <Row>
                    <Badge tone={tones[state]}>{sentenceCase(state)}</Badge>
                    <RelativeTime time={createdAt} />
                  </Row>
                </Row>
              ))}
            </Stack>
          )}
        </PagedList>
      </Panel>
    </Page>
  )
}

const tones: Readonly<Record<Approval['state'], Tone>> = {
  pending: 'brass',
  approved: 'accent',
  denied: 'plain',
  expired: 'plain',
  done: 'good',
  failed: 'bad',
}

function PendingApproval({ approval, onCode }: { approval: Approval; onCode: (code: string) => void }) {
  const agent = useRead(api.agents.getAgent, { name: approval.agentId })
  const other = useRead(
    api.agents.getAgent,
    { name: approval.counterparty ?? '' },
    { enabled: approval.counterparty !== null },
  )
  const { data } = useRead(api.approvals.getApproval, { approvalId: approval.id })
  const name = agent.data?.agent.displayName ?? approval.agentId
  const counterparty = other.data?.agent.displayName ?? approval.counterparty
  return (
    <>
      <Row spread>
        <h2>
          {name} wants to {actions[approval.action]}
        </h2>
        <Countdown until={approval.expiresAt} text={(when) => `Expires ${when}`} />
      </Row>
      <Facts
        facts={[
          ['Amount', approval.amount === null ? '–' : <Amount money={approval.amount} />],
          ['With', counterparty ?? '–'],
          ['Reason', reasonOf(approval.failedRule)],
        ]}
      />
      <details>
        <summary>Request details</summary>
        <pre>{JSON.stringify(data?.input, null, 2)}</pre>
      </details>
      <Decide approval={approval} name={name} counterparty={counterparty} onCode={onCode} />
    </>
  )
}

/** The code in the result of an approved `createLinkCode`; other results are not shown. */
function linkCodeOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('code' in result)) return undefined
  return typeof result.code === 'string' ? result.code : undefined
}

function reasonOf(failedRule: string): string {
  if (failedRule === 'always') return 'Link codes always need approval'
  const [kind, window = ''] = failedRule.split(':')
  if (kind === 'budget') return `Exceeds your ${budgetNames[window] ?? window} budget`
  return kind === 'rule' ? 'Your approval rule for this action' : failedRule
}

const budgetNames: Readonly<Record<string, string>> = { task: 'per-task', day: 'daily', month: 'monthly' }

interface DecideProps {
  readonly approval: Approval
  readonly name: string
  readonly counterparty: string | null
  readonly onCode: (code: string) => void
}

function Decide({ approval, name, counterparty, onCode }: DecideProps) {
  const decide = useWrite(api.approvals.decideApproval, {
    invalidates: ['approvals', 'tasks', 'listings', 'payments', 'threads'],
    onDone: ({ result }) => {
      const code = linkCodeOf(result)
      if (code !== undefined) onCode(code)
    },
  })
  const act = (decision: 'approve' | 'deny') => decide.mutateAsync({ approvalId: approval.id, decision })
  return (
    <Row>
      <ConfirmButton
        label="Approve"
        variant="primary"
        title={`Allow ${name} to ${actions[approval.action]}?`}
        confirmLabel={approval.amount === null ? 'Approve' : `Approve ${formatMoney(approval.amount)}`}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('approve')}
      >
        <p>
          {approval.amount === null ? '' : `${formatMoney(approval.amount)}. `}
          {counterparty === null ? '' : `With ${counterparty}. `}
          The action runs immediately, exactly as requested.
        </p>
      </ConfirmButton>
      <ConfirmButton
        label="Deny"
        title={`Deny this request from ${name}?`}
        confirmLabel="Deny"
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('deny')}
      >
        <p>The action does not run, and the requester is notified.</p>
      </ConfirmButton>
    </Row>
  )
}
