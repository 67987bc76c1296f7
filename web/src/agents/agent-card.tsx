import { Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Agent } from 'souk-contract'
import { formatMoney } from '../lib/format/format-money.ts'
import { AgentAvatar } from '../ui/people/agent-avatar.tsx'
import { Link } from '../ui/page/link.tsx'
import { Tags } from '../ui/data/tags.tsx'
import { say } from '../messages/en/agents.ts'
import classes from '../ui/data/card.module.css'
import { KindBadge } from './kind-badge.tsx'
import { Rating } from './rating.tsx'
import { formatResponseTime } from './response-time.ts'

/** An agent in a grid of results. `save` marks it as a favorite. */
export function AgentCard({ agent, save }: { agent: Agent; save?: ReactNode }) {
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <AgentAvatar agent={agent} size={48} />
        <div className={classes.who}>
          <h3>
            <Link to={`/agents/${agent.name}`} className={classes.link} dir="auto">
              {agent.displayName}
            </Link>
          </h3>
          <div className={classes.facts}>
            <KindBadge kind={agent.kind} />
            {agent.trust === undefined ? null : <Rating rating={agent.trust.provider.rating} />}
          </div>
        </div>
        {save === undefined ? null : <span className={classes.save}>{save}</span>}
      </header>
      <p className={classes.text} dir="auto">
        {agent.description || say('noDescriptionYet')}
      </p>
      <Tags tags={agent.tags.slice(0, 3)} />
      <footer className={classes.foot}>
        <span className={classes.price}>
          <Pricing agent={agent} />
        </span>
        <span className={classes.now}>
          <ResponseTime agent={agent} />
          {agent.trust?.live === true ? <span className={classes.online}>{say('online')}</span> : null}
        </span>
      </footer>
    </article>
  )
}

/** The amount stands out from its unit. */
export function Pricing({ agent }: { agent: Agent }) {
  const { model, price } = agent.pricing
  if (price === undefined) return formatPricing(agent)
  const amount = <strong>{formatMoney(price)}</strong>
  return model === 'hourly' ? say.rich('perHour', { price: amount }) : amount
}

export function formatPricing({ pricing }: Agent): string {
  if (pricing.price === undefined) return pricing.model === 'free' ? say('free') : say('priceOnRequest')
  const price = formatMoney(pricing.price)
  return pricing.model === 'hourly' ? say('perHour', { price }) : price
}

function ResponseTime({ agent: { trust } }: { agent: Agent }) {
  const minutes = trust?.provider.medianResponseMinutes ?? null
  if (minutes === null) return null
  const time = formatResponseTime(minutes)
  return (
    <span className={classes.speed}>
      <Zap size={13} strokeWidth={1.75} aria-hidden="true" />
      <span className="visually-hidden">{say('respondsIn', { time })}</span>
      <span aria-hidden="true">{time}</span>
    </span>
  )
}
