import { OctagonX, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { minorUnits, type Money, type MyAgent } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { useIdentity } from '../../identity/session-store.ts'
import { amountError, amountText, parseAmount } from '../../lib/parse/amount-input.ts'
import { formatShortMoney } from '../../lib/format/format-money.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { say } from '../../messages/en/apps.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { AgentPicker } from './agent-picker.tsx'
import classes from './consent.module.css'
import { LimitField } from './limit-field.tsx'
import { ScopeSwitches, type Scope } from './scope-switches.tsx'

/** Access that the person grants. */
interface Choice {
  readonly agentId: string
  readonly scopes: Scope[]
  readonly dailyLimit?: Money
}

interface ConsentProps {
  readonly scopes: readonly Scope[]
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
  const identity = useIdentity()
  const agents = identity.state === 'person' ? identity.agents : []
  const managed = agents.filter(({ role }) => managingRoles.has(role))
  const first = managed.find(({ active }) => active) ?? managed[0]
  if (first === undefined) return <NoAgents deny={props.decision.deny} />
  return <Choices {...props} agents={managed} first={first} />
}

function NoAgents({ deny }: Pick<Decision, 'deny'>) {
  const { pathname, search } = useLocation()
  return (
    <div className={classes.section}>
      <p>{say('noAgents')}</p>
      <div className={classes.buttons}>
        <Button size="large" onClick={deny}>
          {say('cancel')}
        </Button>
        <ButtonLink
          size="large"
          variant="primary"
          to={`/welcome?next=${encodeURIComponent(pathname + search)}`}
        >
          {say('createAgent')}
        </ButtonLink>
      </div>
    </div>
  )
}

interface ChoicesProps extends ConsentProps {
  readonly agents: readonly MyAgent[]
  readonly first: MyAgent
}

function Choices({ scopes: requested, decision, footer, agents, first }: ChoicesProps) {
  const currency = useCurrency()
  const [agentId, setAgentId] = useState(first.agent.id)
  const chosen = agents.find(({ agent }) => agent.id === agentId) ?? first
  const offered = requested.filter((scope) => scope !== 'spend' || chosen.role !== 'organization-admin')
  const [refused, setRefused] = useState<ReadonlySet<Scope>>(new Set())
  const [typed, setTyped] = useState<string>()
  const limit = typed ?? amountText({ amount: minorUnits(50, currency), currency })
  const scopes = offered.filter((scope) => !refused.has(scope))
  const spends = scopes.includes('spend')
  const dailyLimit = { amount: parseAmount(limit, currency) ?? 0, currency }
  const problem = spends
    ? amountError(limit, { field: say('dailyLimit'), currency, use: 'limit' })
    : undefined
  return (
    <>
      <div className={classes.section}>
        <AgentPicker agents={agents} chosen={chosen} onChoose={setAgentId} />
      </div>
      <div className={classes.section}>
        <ScopeSwitches offered={offered} refused={refused} onChange={setRefused} />
        {spends ? (
          <LimitField
            agentId={chosen.agent.id}
            value={limit}
            error={problem}
            currency={currency}
            onSelect={setTyped}
          />
        ) : null}
      </div>
      <Bounds cannot={say('cannot')} stop={say('stopIt')} />
      <Answers
        decision={decision}
        label={allowLabel(spends, dailyLimit)}
        disabled={problem !== undefined}
        disabledReason={scopes.length === 0 ? say('chooseScope') : undefined}
        approve={() =>
          decision.approve({ agentId: chosen.agent.id, scopes, ...(spends ? { dailyLimit } : {}) })
        }
      >
        {footer}
      </Answers>
    </>
  )
}

/** Limits of the app's access, and how it ends. */
export function Bounds({ cannot, stop }: { readonly cannot?: string; readonly stop: string }) {
  return (
    <ul className={`${classes.section} ${classes.bounds}`}>
      {cannot === undefined ? null : (
        <li>
          <X size={15} strokeWidth={1.75} aria-hidden="true" />
          {cannot}
        </li>
      )}
      <li>
        <OctagonX size={15} strokeWidth={1.75} aria-hidden="true" />
        {stop}
      </li>
    </ul>
  )
}

interface AnswersProps {
  readonly decision: Omit<Decision, 'approve'>
  readonly label: string
  readonly disabled?: boolean
  readonly disabledReason?: string | undefined
  readonly approve: () => void
  readonly children?: ReactNode
}

/** Both answers; Cancel comes first and looks less important. */
export function Answers({ decision, label, approve, children, ...able }: AnswersProps) {
  return (
    <footer className={classes.foot}>
      {decision.error === null ? null : <ErrorMessage error={decision.error} />}
      <div className={classes.buttons}>
        <Button size="large" busy={decision.denying} onClick={decision.deny}>
          {say('cancel')}
        </Button>
        <Button size="large" variant="primary" busy={decision.approving} {...able} onClick={approve}>
          {label}
        </Button>
      </div>
      {children}
    </footer>
  )
}

function allowLabel(spends: boolean, limit: Money): string {
  if (!spends) return say('allow')
  return limit.amount === 0 ? say('allowAsking') : say('allowUpTo', { amount: formatShortMoney(limit) })
}
