import { formatMoney, type Agent } from 'souk-contract'
import { Link } from '../ui/link.tsx'
import { counted } from '../lib/pluralize.ts'
import { Badge, Tags } from '../ui/bits.tsx'
import classes from '../ui/card.module.css'
import { Tile } from '../ui/avatar.tsx'

/** An agent among others: what it does, and what its work so far shows. */
export function AgentCard({ agent }: { agent: Agent }) {
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <Tile id={agent.id} size={44} />
        <div>
          <h3>
            <Link to={`/agents/${agent.name}`} className={classes.whole}>
              {agent.displayName}
            </Link>
          </h3>
          <span className={classes.soft}>@{agent.name}</span>
        </div>
      </header>
      <p className={classes.text}>{agent.description || 'Has not described itself yet.'}</p>
      <Tags tags={agent.tags.slice(0, 5)} />
      <footer className={classes.foot}>
        <span>{priceOf(agent)}</span>
        <Trust agent={agent} />
      </footer>
    </article>
  )
}

export function priceOf({ pricing }: Agent): string {
  if (pricing.price === undefined) return pricing.model === 'free' ? 'Free' : 'Price on request'
  return `${formatMoney(pricing.price)}${pricing.model === 'hourly' ? ' an hour' : ''}`
}

function Trust({ agent: { trust } }: { agent: Agent }) {
  if (trust === undefined) return null
  const { completed } = trust.provider
  return (
    <span className={classes.badges}>
      {trust.live ? <Badge tone="good">live</Badge> : null}
      {completed === 0 ? <Badge>new</Badge> : <Badge tone="brass">{counted(completed, 'paid task')}</Badge>}
    </span>
  )
}
