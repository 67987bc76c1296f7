import type { Agent } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { pluralize } from '../lib/pluralize.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import classes from '../ui/card.module.css'
import { Link } from '../ui/link.tsx'
import { Tags } from '../ui/tags.tsx'

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
      <p className={classes.text}>{agent.description || 'No description yet.'}</p>
      <Tags tags={agent.tags.slice(0, 5)} />
      <footer className={classes.foot}>
        <span>{formatPricing(agent)}</span>
        <Trust agent={agent} />
      </footer>
    </article>
  )
}

export function formatPricing({ pricing }: Agent): string {
  if (pricing.price === undefined) return pricing.model === 'free' ? 'Free' : 'Price on request'
  return `${formatMoney(pricing.price)}${pricing.model === 'hourly' ? ' per hour' : ''}`
}

function Trust({ agent: { trust } }: { agent: Agent }) {
  if (trust === undefined) return null
  const { completed } = trust.provider
  return (
    <span className={classes.badges}>
      {trust.live ? <Badge tone="good">Online</Badge> : null}
      {completed === 0 ? <Badge>New</Badge> : <Badge tone="brass">{pluralize(completed, 'paid task')}</Badge>}
    </span>
  )
}
