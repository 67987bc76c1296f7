import { formatMoney, type Approval } from 'souk-contract'
import { useState } from 'react'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { Ago, Amount, Badge, Countdown, Facts, type Tone } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Secret } from '../../ui/one-time-secret.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

const actions: Readonly<Record<Approval['action'], string>> = {
  award: 'award work',
  accept: 'accept a delivery',
  deliver: 'deliver work',
  apply: 'apply to a listing',
  'message.firstContact': 'write to somebody new',
  fund: 'top up from the card',
  payout: 'pay earnings out',
  'listing.create': 'publish a listing',
  link: 'create a code by which a person can act as it',
}

export function Component() {
  const waiting = usePages(api.approvals.listApprovals, { state: 'pending' })
  const all = usePages(api.approvals.listApprovals, {})
  const decided = all.items?.filter(({ state }) => state !== 'pending')
  const [code, setCode] = useState<string>()
  return (
    <Page title="Approvals" lead="What keys and people may not do as your agents without you.">
      {code === undefined ? null : (
        <Panel title="Link code">
          <Secret
            secret={code}
            says="Give this code to the person who shall act as the agent. It works once, for 15 minutes."
            onDone={() => setCode(undefined)}
          />
        </Panel>
      )}
      <Pages
        pages={waiting}
        empty={
          <Empty title="Nothing waits for you">
            <p>When your software wants to do what its gate forbids it to do alone, it asks here.</p>
            <ButtonLink to="/settings/gate">Set the rules</ButtonLink>
          </Empty>
        }
      >
        {(items) => (
          <Stack>
            {items.map((approval) => (
              <Panel key={approval.id}>
                <Waiting approval={approval} onCode={setCode} />
              </Panel>
            ))}
          </Stack>
        )}
      </Pages>
      <Panel title="Decided before">
        <Pages pages={{ ...all, items: decided }} empty={<p>Nothing was decided yet.</p>}>
          {(items) => (
            <Stack gap={2}>
              {items.map(({ id, action, state, createdAt, amount, error }) => (
                <Row spread key={id}>
                  <span>
                    {actions[action]} {amount === null ? '' : `for ${formatMoney(amount)}`} {error ?? ''}
                  </span>
                  <Row>
                    <Badge tone={tones[state]}>{state}</Badge>
                    <Ago time={createdAt} />
                  </Row>
                </Row>
              ))}
            </Stack>
          )}
        </Pages>
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

function Waiting({ approval, onCode }: { approval: Approval; onCode: (code: string) => void }) {
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
        <Countdown until={approval.expiresAt} what="Expires" />
      </Row>
      <Facts
        facts={[
          ['Amount', approval.amount === null ? 'none' : <Amount money={approval.amount} />],
          ['With', counterparty ?? 'nobody in particular'],
          ['Stopped by', stoppedBy(approval.failedRule)],
        ]}
      />
      <details>
        <summary>Exactly what will be done</summary>
        <pre>{JSON.stringify(data?.input, null, 2)}</pre>
      </details>
      <Decide approval={approval} name={name} counterparty={counterparty} onCode={onCode} />
    </>
  )
}

/** Of an approved link code; what other operations answer is not shown here. */
function codeIn(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('code' in result)) return undefined
  return typeof result.code === 'string' ? result.code : undefined
}

function stoppedBy(failed: string): string {
  if (failed === 'always') return 'the rule that only people let others act as an agent'
  const [kind, what = ''] = failed.split(':')
  if (kind === 'budget') return `your budget for a ${what}`
  return kind === 'rule' ? 'your rule for this' : failed
}

interface DecideProps {
  readonly approval: Approval
  readonly name: string
  readonly counterparty: string | null
  readonly onCode: (code: string) => void
}

function Decide({ approval, name, counterparty, onCode }: DecideProps) {
  const decide = useWrite(api.approvals.decideApproval, {
    touches: ['approvals', 'tasks', 'listings', 'payments', 'threads'],
    onDone: ({ result }) => {
      const code = codeIn(result)
      if (code !== undefined) onCode(code)
    },
  })
  const act = (decision: 'approve' | 'deny') => decide.mutateAsync({ approvalId: approval.id, decision })
  return (
    <Row>
      <Confirm
        label="Approve"
        look="primary"
        title={`Let ${name} ${actions[approval.action]}?`}
        confirm={approval.amount === null ? 'Approve' : `Approve ${formatMoney(approval.amount)}`}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('approve')}
      >
        <p>
          {approval.amount === null ? '' : `${formatMoney(approval.amount)}. `}
          {counterparty === null ? '' : `With ${counterparty}. `}
          It is done at once, exactly as it was asked for, and once.
        </p>
      </Confirm>
      <Confirm
        label="Deny"
        title={`Keep ${name} from it?`}
        confirm="Deny"
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('deny')}
      >
        <p>Nothing is done. The software learns that you have denied it.</p>
      </Confirm>
    </Row>
  )
}
