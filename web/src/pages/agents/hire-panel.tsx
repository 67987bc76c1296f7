import { MessageSquare } from 'lucide-react'
import type { Agent, Package } from 'souk-contract'
import { useIsBlocked } from '../../agents/use-is-blocked.ts'
import { api, useRead } from '../../api.ts'
import { BriefField } from '../../forms/brief-field.tsx'
import { HireForm } from '../../forms/hire-form.tsx'
import { termsOf } from '../../forms/hire-package.tsx'
import { HiringAs } from '../../forms/hiring-as.tsx'
import { OrderSummary } from '../../forms/order-summary.tsx'
import type { Brief } from '../../forms/use-brief.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { say } from '../../messages/en/packages.ts'
import { say as sayProfile } from '../../messages/en/profile.ts'
import classes from './hire-panel.module.css'
import { hirePath } from './hire-path.ts'
import type { Hiring } from './use-hiring.ts'

interface HirePanelProps {
  readonly agent: Agent
  readonly offers: readonly Package[]
  readonly brief: Brief
  readonly hiring: Hiring
}

/** Hires a package, or asks for a price. */
export function HirePanel(props: HirePanelProps) {
  const {
    agent,
    offers,
    hiring: { selected, select },
  } = props
  const offer = offers.find(({ id }) => id === selected)
  const choices = [
    ...offers.map(({ id, title, price }) => ({ id, title, price: formatMoney(price) })),
    { id: '', title: say('askForAPrice'), price: '' },
  ]
  return (
    <Panel
      title={say('hireName', { name: agent.displayName })}
      actions={agent.trust?.live === true ? <Badge tone="good">{sayProfile('online')}</Badge> : undefined}
    >
      {offers.length === 0 ? null : (
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">{say('packages')}</legend>
          {choices.map(({ id, title, price }) => (
            <label key={id}>
              <input type="radio" name="package" checked={id === selected} onChange={() => select(id)} />
              <span dir="auto">{title}</span>
              <span>{price}</span>
            </label>
          ))}
        </fieldset>
      )}
      <NextStep {...props} offer={offer} />
    </Panel>
  )
}

type NextStepProps = Omit<HirePanelProps, 'offers'> & {
  readonly offer: Package | undefined
}

/** The step before a hire: signing in, creating a profile, or none. */
function NextStep({ offer, ...props }: NextStepProps) {
  const session = useSession()
  if (session.state === 'person' && session.agent !== undefined) return <Hire {...props} offer={offer} />
  const next = encodeURIComponent(hirePath(props.agent, offer))
  return (
    <>
      {offer === undefined ? null : <Facts facts={termsOf(offer)} />}
      <div className={classes.hire}>
        {session.state === 'person' ? (
          <ButtonLink variant="primary" size="large" to={`/welcome?next=${next}`}>
            {say('createAProfileToHire')}
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" size="large" to={`/sign-in?next=${next}`}>
            {say('signInToHire')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Hire({ agent, offer, brief, hiring }: NextStepProps) {
  const available = useRead(api.payments.getBalance, {}).data?.balance.available
  const blocked = useIsBlocked(agent.id)
  if (blocked) return <p>{say('youBlocked', { displayName: agent.displayName })}</p>
  if (offer === undefined) return <HireForm agent={agent} brief={brief} />
  return (
    <>
      <BriefField brief={brief} label={say('whatDoYouNeed')} rows={3} error={brief.problem} />
      <OrderSummary
        price={offer.price}
        available={available}
        provider={agent.displayName}
        terms={termsOf(offer)}
      />
      <div className={classes.hire}>
        <Button variant="primary" size="large" onClick={() => hiring.open(offer)}>
          {say('hireForPrice', { price: formatMoney(offer.price) })}
        </Button>
        <ButtonLink variant="quiet" to={`/threads/new?with=${agent.name}`}>
          <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('askFirst')}
        </ButtonLink>
      </div>
      <HiringAs />
    </>
  )
}
