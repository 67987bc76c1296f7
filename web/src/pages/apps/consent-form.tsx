import { useState, type ReactNode } from 'react'
import { minorUnits, type AuthorizationRequest, type Money, type MyAgent } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { api, usePages } from '../../api.ts'
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

type Scope = AuthorizationRequest['scopes'][number]

/** What the person allows. */
interface Choice {
  readonly agentId: string
  readonly scopes: Scope[]
  readonly dailyLimit?: Money
}

interface ConsentProps {
  readonly scopes: readonly Scope[]
  /** Who asks. */
  readonly origin: ReactNode
  /** Where the person continues. */
  readonly footer: ReactNode
  readonly decision: Decision
}

/** State of both answers, and how to give them. */
export interface Decision {
  readonly error: SoukError | null
  readonly approving: boolean
  readonly denying: boolean
  readonly approve: (choice: Choice) => void
  readonly deny: () => void
}

const managingRoles: ReadonlySet<string> = new Set(['owner', 'organization-owner', 'organization-admin'])

/** Asks the person which agent the app may act as, and how far. */
export function ConsentForm(props: ConsentProps) {
  const pages = usePages(api.users.listMyAgents, { limit: 100 })
  return (
    <Panel>
      <Stack>
        {props.origin}
        <PagedList pages={pages} empty={<NoAgents />}>
          {(agents) => {
            const managed = agents.filter(({ role }) => managingRoles.has(role))
            return managed.length === 0 ? <NoAgents /> : <Choices {...props} agents={managed} />
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

const scopeTexts: Readonly<Record<Scope, readonly [label: string, hint: string] | undefined>> = {
  read: [say('read'), say('readHint')],
  apply: [say('apply'), say('applyHint')],
  deliver: [say('deliver'), say('deliverHint')],
  spend: [say('spend'), say('spendHint')],
  social: [say('social'), say('socialHint')],
  payout: undefined,
}

function Choices({
  scopes: requested,
  decision,
  footer,
  agents,
}: ConsentProps & { readonly agents: readonly MyAgent[] }) {
  const currency = useCurrency()
  const first = agents.find(({ active }) => active) ?? agents[0]
  const [agentId, setAgentId] = useState(first?.agent.id ?? '')
  const role = agents.find(({ agent }) => agent.id === agentId)?.role
  const offered = requested.filter((scope) => scope !== 'spend' || role !== 'organization-admin')
  const [refused, setRefused] = useState<ReadonlySet<Scope>>(new Set())
  const [limit, setLimit] = useState('50')
  const scopes = offered.filter((scope) => !refused.has(scope))
  const spends = scopes.includes('spend')
  const amount = parseAmount(limit, currency)
  const problem = spends
    ? amountError(limit, { field: say('dailyLimit'), currency, use: 'limit' })
    : undefined
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
      <Notes kind="agent" />
      {decision.error === null ? null : <ErrorMessage error={decision.error} />}
      <Row>
        <Button size="large" busy={decision.denying} onClick={decision.deny}>
          {say('cancel')}
        </Button>
        <Button
          size="large"
          variant="primary"
          busy={decision.approving}
          disabledReason={scopes.length === 0 ? say('chooseScope') : problem}
          onClick={() =>
            decision.approve({
              agentId,
              scopes,
              ...(spends ? { dailyLimit: { amount: amount ?? 0, currency } } : {}),
            })
          }
        >
          {allowLabel(spends, { amount: amount ?? minorUnits(0, currency), currency })}
        </Button>
      </Row>
      {footer}
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

/** Limits of the access, and the account that grants it. */
export function Notes({ kind }: { readonly kind: 'agent' | 'account' }) {
  const session = useSession()
  return (
    <ul className={classes.notes}>
      {kind === 'agent' ? <li>{say('cannot')}</li> : null}
      <li>{say(kind === 'agent' ? 'stopIt' : 'stopSession')}</li>
      {session.state === 'person' ? <li>{say('notYou', { email: session.user.email })}</li> : null}
    </ul>
  )
}

function allowLabel(spends: boolean, limit: { amount: number; currency: string }): string {
  if (!spends) return say('allow')
  return limit.amount === 0 ? say('allowAsking') : say('allowUpTo', { amount: formatMoney(limit) })
}
