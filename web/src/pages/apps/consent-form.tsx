import { useState } from 'react'
import { minorUnits, type AuthorizationRequest, type MyAgent } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { amountError, parseAmount } from '../../lib/amount-input.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { say } from '../../messages/en/apps.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { CheckboxField, FieldGroup, SelectField } from '../../ui/field.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import classes from './consent-form.module.css'
import { LimitField } from './limit-field.tsx'
import { leaveFor } from './leave-for.ts'

interface ConsentProps {
  readonly request: AuthorizationRequest
  readonly query: string
}

const managingRoles: ReadonlySet<string> = new Set(['owner', 'organization-owner', 'organization-admin'])

/** Asks the person which agent the app may act as, and how far. */
export function ConsentForm({ request, query }: ConsentProps) {
  const pages = usePages(api.users.listMyAgents, { limit: 100 })
  return (
    <Panel>
      <Stack>
        <Origin request={request} />
        <PagedList pages={pages} empty={<NoAgents />}>
          {(agents) => {
            const managed = agents.filter(({ role }) => managingRoles.has(role))
            return managed.length === 0 ? <NoAgents /> : <Choices {...{ request, query, agents: managed }} />
          }}
        </PagedList>
      </Stack>
    </Panel>
  )
}

function NoAgents() {
  return (
    <Stack>
      <p>{say('noAgents')}</p>
      <ButtonLink to="/settings/agents">{say('createAgent')}</ButtonLink>
    </Stack>
  )
}

/** Who asks: a checked domain, or a warning. */
function Origin({ request: { client } }: Pick<ConsentProps, 'request'>) {
  if (client.host === null) return <p className={classes.warning}>{say('unverified')}</p>
  return <p className="muted">{say.rich('by', { host: client.host, b: (content) => <b>{content}</b> })}</p>
}

type Scope = AuthorizationRequest['scopes'][number]

const scopeTexts: Readonly<Record<Scope, readonly [label: string, hint: string] | undefined>> = {
  read: [say('read'), say('readHint')],
  apply: [say('apply'), say('applyHint')],
  deliver: [say('deliver'), say('deliverHint')],
  spend: [say('spend'), say('spendHint')],
  social: [say('social'), say('socialHint')],
  payout: undefined,
}

function Choices({ request, query, agents }: ConsentProps & { readonly agents: readonly MyAgent[] }) {
  const currency = useCurrency()
  const first = agents.find(({ active }) => active) ?? agents[0]
  const [agentId, setAgentId] = useState(first?.agent.id ?? '')
  const role = agents.find(({ agent }) => agent.id === agentId)?.role
  const offered = request.scopes.filter((scope) => scope !== 'spend' || role !== 'organization-admin')
  const [refused, setRefused] = useState<ReadonlySet<Scope>>(new Set())
  const [limit, setLimit] = useState('50')
  const scopes = offered.filter((scope) => !refused.has(scope))
  const spends = scopes.includes('spend')
  const amount = parseAmount(limit, currency)
  const problem = spends
    ? amountError(limit, { field: say('dailyLimit'), currency, use: 'limit' })
    : undefined
  const approve = useWrite(api.apps.approveAuthorization, {
    onDone: ({ redirectTo }) => leaveFor(redirectTo),
  })
  const deny = useWrite(api.apps.denyAuthorization, { onDone: ({ redirectTo }) => leaveFor(redirectTo) })
  return (
    <Stack>
      <SelectField
        label={say('actsAs')}
        value={agentId}
        options={Object.fromEntries(
          agents.map(({ agent }) => [agent.id, `${agent.displayName} (@${agent.name})`]),
        )}
        onSelect={setAgentId}
      />
      <Scopes offered={offered} refused={refused} onChange={setRefused} />
      {spends ? <LimitField value={limit} error={problem} currency={currency} onSelect={setLimit} /> : null}
      <Notes />
      {approve.error === null ? null : <ErrorMessage error={approve.error} />}
      {deny.error === null ? null : <ErrorMessage error={deny.error} />}
      <Row>
        <Button size="large" busy={deny.isPending} onClick={() => deny.mutate({ query })}>
          {say('cancel')}
        </Button>
        <Button
          size="large"
          variant="primary"
          busy={approve.isPending || approve.isSuccess}
          disabledReason={scopes.length === 0 ? say('chooseScope') : problem}
          onClick={() =>
            approve.mutate({
              query,
              agentId,
              scopes,
              ...(spends ? { dailyLimit: { amount: amount ?? 0, currency } } : {}),
            })
          }
        >
          {allowLabel(spends, { amount: amount ?? minorUnits(0, currency), currency })}
        </Button>
      </Row>
      <ReturnTo request={request} />
    </Stack>
  )
}

interface ScopesProps {
  readonly offered: readonly Scope[]
  readonly refused: ReadonlySet<Scope>
  readonly onChange: (refused: ReadonlySet<Scope>) => void
}

function Scopes({ offered, refused, onChange }: ScopesProps) {
  const toggle = (scope: Scope, on: boolean) =>
    onChange(new Set([...refused, scope].filter((each) => each !== scope || !on)))
  return (
    <FieldGroup legend={say('itMay')}>
      {offered.map((scope) => (
        <CheckboxField
          key={scope}
          label={scopeTexts[scope]?.[0] ?? scope}
          hint={scopeTexts[scope]?.[1]}
          checked={!refused.has(scope)}
          onChange={({ target }) => toggle(scope, target.checked)}
        />
      ))}
    </FieldGroup>
  )
}

function Notes() {
  const session = useSession()
  return (
    <ul className={classes.notes}>
      <li>{say('cannot')}</li>
      <li>{say('stopIt')}</li>
      {session.state === 'person' ? <li>{say('notYou', { email: session.user.email })}</li> : null}
    </ul>
  )
}

function ReturnTo({ request: { local, redirectHost } }: Pick<ConsentProps, 'request'>) {
  return (
    <p className="muted">
      {say.rich(local ? 'returnToProgram' : 'returnTo', {
        host: redirectHost,
        b: (content) => <b className={classes.host}>{content}</b>,
      })}
    </p>
  )
}

function allowLabel(spends: boolean, limit: { amount: number; currency: string }): string {
  if (!spends) return say('allow')
  return limit.amount === 0 ? say('allowAsking') : say('allowUpTo', { amount: formatMoney(limit) })
}
