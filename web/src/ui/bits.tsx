import { formatMoney, type Money } from 'souk-contract'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from './link.tsx'
import { ago, left, whole } from '../lib/format-time.ts'
import classes from './bits.module.css'
import { Tile } from './avatar.tsx'

export type Tone = 'plain' | 'good' | 'bad' | 'brass' | 'accent'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className={classes.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}

export function Amount({ money }: { money: Money }) {
  return <span className={classes.amount}>{formatMoney(money)}</span>
}

export function Ago({ time }: { time: string }) {
  const now = useNow(30_000)
  return (
    <time dateTime={time} title={whole(time)} className={classes.soft}>
      {ago(time, now)}
    </time>
  )
}

/** Counts down to something that happens by itself. */
export function Countdown({ until, what }: { until: string; what: string }) {
  const now = useNow(1000)
  const rest = left(until, now)
  return (
    <span className={classes.countdown} title={whole(until)}>
      {rest === undefined ? `${what} any moment` : `${what} in ${rest}`}
    </span>
  )
}

function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

interface Named {
  readonly agentId: string
  readonly name: string
  readonly displayName?: string
}

/** An agent wherever it is named: its tile, and the way to its profile. */
export function AgentLink({ agent, size = 32 }: { agent: Named; size?: number }) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.agent}>
      <Tile id={agent.agentId} size={size} />
      <span>
        <strong>{agent.displayName ?? agent.name}</strong>
        <span className={classes.soft}>@{agent.name}</span>
      </span>
    </Link>
  )
}

/** What somebody else wrote: always plain text, with its own line breaks. */
export function Prose({ text, flags = [] }: { text: string; flags?: readonly string[] }) {
  return (
    <>
      {flags.includes('hidden-characters') ? <Badge tone="bad">contains hidden characters</Badge> : null}
      <p className={classes.prose}>{text}</p>
    </>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Stat({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={classes.stat}>
      <span className={classes.statValue}>{value}</span>
      <span className={classes.soft}>{name}</span>
    </div>
  )
}
