import {
  Bot,
  Check,
  Circle,
  Clock,
  Coins,
  Lock,
  Package,
  PencilLine,
  RotateCcw,
  Scale,
  X,
  type LucideIcon,
} from 'lucide-react'
import { feeOf, type Market, type TimelineEntry } from 'souk-contract'
import { marketName } from '../../../brand.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { sentenceCase } from '../../../lib/format/sentence-case.ts'
import { endReasons } from '../../../tasks/end-reasons.ts'
import { displayNameOf, PartyAvatar } from '../../../ui/people/party.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { actionTexts } from '../actions/action-texts.ts'
import type { Entry, MoneyMove } from './entries.ts'
import { DeliveryTools } from '../delivery-tools.tsx'
import { ArtifactsView, PartsView } from './parts.tsx'
import { say } from '../../../messages/en/timeline.ts'
import classes from './timeline.module.css'

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

interface EntryViewProps {
  readonly entry: Entry
  readonly market: Market
  readonly otherName: string
}

/** One entry of the timeline: an event, a movement of money, a message or a delivery. */
export function EntryView({ entry, market, otherName }: EntryViewProps) {
  const nameOf = (side: 'client' | 'provider') => (side === market.role ? say('you') : otherName)
  switch (entry.kind) {
    case 'event':
      return <EventLine change={entry.change} nameOf={nameOf} />
    case 'money':
      return <MoneyLine entry={entry} market={market} />
    case 'message': {
      const side = entry.message.role === 'ROLE_USER' ? 'client' : 'provider'
      return (
        <>
          <PartyAvatar party={market[side]} size={32} />
          <article className={classes.card} data-tone={entry.action}>
            <EntryHead name={nameOf(side)} at={entry.at}>
              {entry.action === 'message' ? null : textOf(entry, market)}
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
          {entry.kind === 'delivery' ? (
            <Delivery delivery={entry} name={nameOf('provider')} />
          ) : (
            <Submission submission={entry} name={nameOf('provider')} />
          )}
        </>
      )
  }
}

/** The action after the name; a request for changes counts the included revisions. */
function textOf({ action, round }: Extract<Entry, { kind: 'message' }>, { terms }: Market): string {
  const text = actionTexts[action] ?? action
  const included = terms?.maxRevisions
  return round === undefined || included === undefined || round > included
    ? text
    : say('revisionOf', { action: text, round, included })
}

interface DeliveryProps {
  readonly delivery: Extract<Entry, { kind: 'delivery' }>
  readonly name: string
}

function Delivery({ delivery, name }: DeliveryProps) {
  const { number, at, message, artifacts } = delivery
  return (
    <article className={classes.card} data-tone="delivery">
      <header className={classes.deliveryHead}>
        <Package size={16} strokeWidth={1.75} aria-hidden="true" />
        <h2>{say('delivery', { number })}</h2>
        <span dir="auto">{name}</span>
        <RelativeTime time={at} />
      </header>
      <div className={classes.body}>
        {message === undefined ? null : <PartsView parts={message.parts} />}
        <ArtifactsView artifacts={artifacts} />
        <DeliveryTools delivery={delivery} />
      </div>
    </article>
  )
}

/** How long after its last part an artifact counts as being written. */
const writingMs = 15_000

interface SubmissionProps {
  readonly submission: Extract<Entry, { kind: 'submission' }>
  readonly name: string
}

/** Work that is not delivered yet; it looks like a delivery while it is being written. */
function Submission({ submission: { at, artifacts }, name }: SubmissionProps) {
  const isWriting = useNow(5000) - Date.parse(at) < writingMs
  return (
    <article className={classes.card} data-tone={isWriting ? 'delivery' : 'submission'}>
      <header className={classes.deliveryHead}>
        <PencilLine size={16} strokeWidth={1.75} aria-hidden="true" />
        <h2>{say('workSoFar')}</h2>
        <span dir="auto">{name}</span>
        {isWriting ? <span className={classes.writing}>{say('writing')}</span> : <RelativeTime time={at} />}
      </header>
      <div className={classes.body}>
        <ArtifactsView artifacts={artifacts} state={isWriting ? 'writing' : 'open'} />
      </div>
    </article>
  )
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
        {reason === undefined || action === 'accept' ? null : ` (${reasons[reason] ?? sentenceCase(reason)})`}{' '}
        <RelativeTime time={at} />
      </p>
    </>
  )
}

export const moneyTexts = { held: 'wasHeld', paid: 'wasPaid', returned: 'wasReturned' } as const

const moneyIcons: Readonly<Record<MoneyMove, LucideIcon>> = { held: Lock, paid: Coins, returned: RotateCcw }

function MoneyLine({ entry, market }: { entry: Extract<Entry, { kind: 'money' }>; market: Market }) {
  const Icon = moneyIcons[entry.move]
  const receiver = entry.move === 'paid' ? market.provider : market.client
  const isNet = entry.move === 'paid' && market.role === 'provider' && market.feeBps !== undefined
  const fee = isNet ? feeOf(entry.money, market.feeBps ?? 0) : 0
  return (
    <>
      <span className={classes.dot} data-move={entry.move}>
        <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes.event}>
        {say.rich(isNet ? 'wasPaidNet' : moneyTexts[entry.move], {
          amount: <strong>{formatMoney({ ...entry.money, amount: entry.money.amount - fee })}</strong>,
          name: displayNameOf(receiver),
        })}{' '}
        <RelativeTime time={entry.at} />
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
  return by === 'operator' ? say('operator') : marketName()
}
