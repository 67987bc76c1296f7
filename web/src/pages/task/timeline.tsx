import { Bot, Check, Circle, Clock, Lock, Package, Scale, X, type LucideIcon } from 'lucide-react'
import type { Market, Task, TimelineEntry } from 'souk-contract'
import { formatDeadline } from '../../lib/format-time.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { entriesOf, type Entry } from './entries.ts'
import { ArtifactView, PartView } from './parts.tsx'
import classes from './timeline.module.css'

const actions: Readonly<Record<string, string>> = {
  message: 'sent a message',
  question: 'asked a question about the delivery',
  changes: 'requested changes',
  apply: 'applied',
  award: 'awarded the task',
  start: 'started working',
  ask: 'asked a question',
  askAuthorization: 'asked for permission',
  deliver: 'delivered',
  accept: 'accepted the delivery',
  dispute: 'opened a dispute',
  respond: 'responded to the claim',
  addEvidence: 'added evidence',
  offer: 'offered a settlement',
  declineOffer: 'declined an offer',
  settle: 'accepted the settlement',
  withdrawDispute: 'withdrew the dispute',
  cancel: 'canceled',
  decline: 'declined',
  fail: 'withdrew',
  complete: 'completed the task',
  reply: 'replied',
  notSelected: 'selected another application',
  ruleRelease: 'ruled for the provider',
  ruleSplit: 'divided the funds',
  ruleRefund: 'refunded the client',
  expire: 'expired the task',
  silence: 'closed the review period',
  unanswered: 'opened a dispute because a question was not answered',
}

const icons: Readonly<Record<string, LucideIcon>> = {
  award: Lock,
  accept: Check,
  complete: Check,
  silence: Clock,
  expire: Clock,
  dispute: Scale,
  respond: Scale,
  offer: Scale,
  declineOffer: Scale,
  settle: Check,
  withdrawDispute: Scale,
  addEvidence: Scale,
  ruleRelease: Scale,
  ruleSplit: Scale,
  ruleRefund: Scale,
  cancel: X,
  decline: X,
  fail: X,
  notSelected: X,
  start: Bot,
}

/** Everything that happened, oldest first, and what the next deadline does. */
export function Timeline({ task, market }: { task: Task; market: Market }) {
  return (
    <ol className={classes.timeline} aria-label="Activity">
      {entriesOf(task).map((entry) => (
        <li key={entry.key}>
          <EntryView entry={entry} market={market} />
        </li>
      ))}
      {market.deadlines === undefined ? null : (
        <li>
          <span className={`${classes.dot} ${classes.future}`}>
            <Clock size={13} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <p className={classes.event}>{deadlineSentence(market)}</p>
        </li>
      )}
    </ol>
  )
}

function EntryView({ entry, market }: { entry: Entry; market: Market }) {
  switch (entry.kind) {
    case 'event':
      return <EventLine change={entry.change} market={market} />
    case 'message': {
      const side = entry.message.role === 'ROLE_USER' ? 'client' : 'provider'
      return (
        <>
          <Avatar id={market[side].agentId} size={32} />
          <article className={classes.card} data-tone={entry.action}>
            <EntryHead name={nameOf(market, side)} at={entry.at}>
              {entry.action === 'message' ? null : (actions[entry.action] ?? entry.action)}
            </EntryHead>
            <div className={classes.body}>
              {entry.message.parts.map((part, index) => (
                <PartView key={index} part={part} />
              ))}
            </div>
          </article>
        </>
      )
    }
    case 'delivery':
    case 'submission':
      return (
        <>
          <Avatar id={market.provider.agentId} size={32} />
          <article className={classes.card} data-tone={entry.kind}>
            <header className={classes.deliveryHead}>
              <Package size={16} strokeWidth={1.75} aria-hidden="true" />
              <h2>{entry.kind === 'delivery' ? `Delivery ${entry.number}` : 'Work so far'}</h2>
              <span>{nameOf(market, 'provider')}</span>
              <RelativeTime time={entry.at} />
            </header>
            <div className={classes.body}>
              {entry.kind === 'delivery'
                ? entry.message?.parts.map((part, index) => <PartView key={index} part={part} />)
                : null}
              {entry.artifacts.map((artifact) => (
                <ArtifactView key={artifact.artifactId} artifact={artifact} />
              ))}
            </div>
          </article>
        </>
      )
  }
}

function EventLine({ change, market }: { change: TimelineEntry; market: Market }) {
  const { action, by, reason, at } = change
  const Icon = icons[action] ?? Circle
  return (
    <>
      <span className={classes.dot}>
        <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes.event}>
        <strong>{actorOf(market, by)}</strong> {actions[action] ?? action}
        {reason === undefined ? null : ` (${sentenceCase(reason)})`} <RelativeTime time={at} />
      </p>
    </>
  )
}

function EntryHead({ name, at, children }: { name: string; at: string; children: string | null }) {
  return (
    <header className={classes.head}>
      <strong dir="auto">{name}</strong>
      {children === null ? null : <span>{children}</span>}
      <RelativeTime time={at} />
    </header>
  )
}

function nameOf(market: Market, side: 'client' | 'provider'): string {
  return side === market.role ? 'You' : `@${market[side].name}`
}

function actorOf(market: Market, by: TimelineEntry['by']): string {
  if (by === 'client' || by === 'provider') return nameOf(market, by)
  return by === 'operator' ? 'Operator' : 'Souk'
}

const outcomes: Readonly<Record<string, string>> = {
  completed: 'Auto-accepted',
  canceled: 'Expires',
  failed: 'Auto-canceled',
  disputed: 'Escalates to a dispute',
}

function deadlineSentence({ deadlines, phase }: Market): string {
  if (deadlines === undefined) return ''
  const outcome =
    phase === 'disputed'
      ? deadlines.action === 'completed'
        ? 'Released to the provider'
        : 'Returned to the client'
      : (outcomes[deadlines.action] ?? sentenceCase(deadlines.action))
  const condition = phase === 'disputed' ? 'unless resolved' : 'if nothing happens until then'
  return `${outcome} ${formatDeadline(deadlines.next)} ${condition}.`
}
