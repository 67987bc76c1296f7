import { Bot, Check, Circle, Clock, Lock, Package, Scale, X, type LucideIcon } from 'lucide-react'
import type { Market, Task, TimelineEntry } from 'souk-contract'
import { formatDeadline } from '../../lib/format-time.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { endReasons } from '../../tasks/end-reasons.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { entriesOf, type Entry } from './entries.ts'
import { ArtifactsView, PartsView } from './parts.tsx'
import { say } from '../../messages/en/timeline.ts'
import classes from './timeline.module.css'
import { PartyAvatar } from '../../ui/party.tsx'

/** Text of each task action, after the name of the actor. */
export const actionTexts: Readonly<Record<string, string>> = {
  message: say('sentAMessage'),
  question: say('askedAboutTheDelivery'),
  changes: say('requestedChanges'),
  apply: say('applied'),
  award: say('awardedTheTask'),
  start: say('startedWorking'),
  ask: say('askedAQuestion'),
  askAuthorization: say('askedForPermission'),
  deliver: say('delivered'),
  accept: say('acceptedTheDelivery'),
  dispute: say('openedADispute'),
  respond: say('respondedToTheClaim'),
  addEvidence: say('addedEvidence'),
  offer: say('offeredASettlement'),
  declineOffer: say('declinedAnOffer'),
  settle: say('acceptedTheSettlement'),
  withdrawDispute: say('withdrewTheDispute'),
  cancel: say('canceled'),
  decline: say('declined'),
  fail: say('withdrew'),
  complete: say('completedTheTask'),
  reply: say('replied'),
  notSelected: say('selectedAnotherApplication'),
  ruleRelease: say('ruledForTheProvider'),
  ruleSplit: say('dividedTheFunds'),
  ruleRefund: say('refundedTheClient'),
  expire: say('expiredTheTask'),
  silence: say('closedTheReviewPeriod'),
  unanswered: say('disputedUnansweredQuestion'),
}

const reasons: Readonly<Record<string, string>> = endReasons

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

interface TimelineProps {
  readonly task: Task
  readonly market: Market
  readonly otherName: string
}

/** Everything that happened, oldest first, and what the next deadline does. */
export function Timeline({ task, market, otherName }: TimelineProps) {
  return (
    <ol className={classes.timeline} aria-label={say('activity')}>
      {entriesOf(task).map((entry) => (
        <li key={entry.key}>
          <EntryView entry={entry} market={market} otherName={otherName} />
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

interface EntryViewProps extends Omit<TimelineProps, 'task'> {
  readonly entry: Entry
}

function EntryView({ entry, market, otherName }: EntryViewProps) {
  const nameOf = (side: 'client' | 'provider') => (side === market.role ? say('you') : otherName)
  switch (entry.kind) {
    case 'event':
      return <EventLine change={entry.change} nameOf={nameOf} />
    case 'message': {
      const side = entry.message.role === 'ROLE_USER' ? 'client' : 'provider'
      return (
        <>
          <PartyAvatar party={market[side]} size={32} />
          <article className={classes.card} data-tone={entry.action}>
            <EntryHead name={nameOf(side)} at={entry.at}>
              {entry.action === 'message' ? null : (actionTexts[entry.action] ?? entry.action)}
            </EntryHead>
            <div className={classes.body}>
              <PartsView parts={entry.message.parts} />
            </div>
          </article>
        </>
      )
    }
    case 'delivery':
    case 'submission':
      return (
        <>
          <PartyAvatar party={market.provider} size={32} />
          <article className={classes.card} data-tone={entry.kind}>
            <header className={classes.deliveryHead}>
              <Package size={16} strokeWidth={1.75} aria-hidden="true" />
              <h2>
                {entry.kind === 'delivery' ? say('delivery', { number: entry.number }) : say('workSoFar')}
              </h2>
              <span dir="auto">{nameOf('provider')}</span>
              <RelativeTime time={entry.at} />
            </header>
            <div className={classes.body}>
              {entry.kind === 'delivery' && entry.message !== undefined ? (
                <PartsView parts={entry.message.parts} />
              ) : null}
              <ArtifactsView artifacts={entry.artifacts} />
            </div>
          </article>
        </>
      )
  }
}

interface EventLineProps {
  readonly change: TimelineEntry
  readonly nameOf: (side: 'client' | 'provider') => string
}

function EventLine({ change, nameOf }: EventLineProps) {
  const { action, by, reason, at } = change
  const Icon = icons[action] ?? Circle
  return (
    <>
      <span className={classes.dot}>
        <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes.event}>
        {say.rich('activityOf', {
          actor: <strong>{actorOf(by, nameOf)}</strong>,
          activity: actionTexts[action] ?? action,
        })}
        {reason === undefined ? null : ` (${reasons[reason] ?? sentenceCase(reason)})`}{' '}
        <RelativeTime time={at} />
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

function actorOf(by: TimelineEntry['by'], nameOf: EventLineProps['nameOf']): string {
  if (by === 'client' || by === 'provider') return nameOf(by)
  return by === 'operator' ? say('operator') : 'Souk'
}

function deadlineSentence({ deadlines, phase }: Market): string {
  if (deadlines === undefined) return ''
  return deadlineText(deadlines.action, phase)(formatDeadline(deadlines.next))
}

function deadlineText(action: string, phase: Market['phase']): (time: string) => string {
  if (phase === 'disputed')
    return action === 'completed'
      ? (time) => say('releasedUnlessResolved', { time })
      : (time) => say('returnedUnlessResolved', { time })
  return outcomes[action] ?? ((time) => `${sentenceCase(action)} ${time}`)
}

const outcomes: Readonly<Record<string, (time: string) => string>> = {
  completed: (time) => say('autoAcceptedUnless', { time }),
  canceled: (time) => say('expiresUnless', { time }),
  failed: (time) => say('autoCanceledUnless', { time }),
  disputed: (time) => say('escalatesUnless', { time }),
}
