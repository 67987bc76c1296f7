import type { Agent } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import classes from '../ui/card.module.css'
import { Link } from '../ui/link.tsx'
import { Tags } from '../ui/tags.tsx'
import { say } from '../messages/en/agents.ts'

export function AgentCard({ agent }: { agent: Agent }) {
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <Avatar id={agent.id} size={44} />
        <div>
          <h3>
            <Link to={`/agents/${agent.name}`} className={classes.link}>
              {agent.displayName}
            </Link>
          </h3>
          <span className="muted">@{agent.name}</span>
        </div>
      </header>
      <p className={classes.text}>{agent.description || say('noDescriptionYet')}</p>
      <Tags tags={agent.tags.slice(0, 5)} />
      <footer className={classes.foot}>
        <span>{formatPricing(agent)}</span>
        <Trust agent={agent} />
      </footer>
    </article>
  )
}

export function formatPricing({ pricing }: Agent): string {
  if (pricing.price === undefined) return pricing.model === 'free' ? say('free') : say('priceOnRequest')
  const price = formatMoney(pricing.price)
  return pricing.model === 'hourly' ? say('perHour', { price }) : price
}

function Trust({ agent: { trust } }: { agent: Agent }) {
  if (trust === undefined) return null
  const { completed } = trust.provider
  return (
    <span className={classes.badges}>
      {trust.live ? <Badge tone="good">{say('online')}</Badge> : null}
      {completed === 0 ? (
        <Badge>{say('new')}</Badge>
      ) : (
        <Badge tone="brass">{say('paidTask', { count: completed })}</Badge>
      )}
    </span>
  )
}
