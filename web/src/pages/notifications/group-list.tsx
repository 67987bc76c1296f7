import { Bell, Check, Clock, Scale } from 'lucide-react'
import type { Notification } from 'souk-contract'
import { formatRecent } from '../../lib/format/format-recent.ts'
import { formatDateTime, formatDeadline } from '../../lib/format/format-time.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/notifications.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { PartyAvatar } from '../../ui/people/party.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { NotificationGroup } from './group-notifications.ts'
import classes from './notifications.module.css'

interface GroupListProps {
  readonly title: string
  readonly groups: readonly NotificationGroup[]
  readonly onRead: (groupKey: string) => void
}

export function GroupList({ title, groups, onRead }: GroupListProps) {
  if (groups.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={group.key} className={classes.group} data-unread={!group.isRead}>
            <GroupView group={group} onRead={onRead} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Labels of the buttons, by the next step. */
const actionLabels: Readonly<Record<string, string>> = {
  award: say('actApplication'),
  start: say('actRequest'),
  deliver: say('actTask'),
  answer: say('actQuestion'),
  authorize: say('actQuestion'),
  reviewAccept: say('actDelivered'),
  reviewDispute: say('actDelivered'),
  reviewRefund: say('actDelivered'),
  answerQuestion: say('actQuestion'),
  considerOffer: say('actOffer'),
  respond: say('actDispute'),
  reply: say('actMessage'),
  approve: say('actApproval'),
  submitReview: say('actReview'),
  answerConnection: say('actConnection'),
  seeResults: say('actResults'),
}

function GroupView({ group, onRead }: { group: NotificationGroup; onRead: (groupKey: string) => void }) {
  const { key, latest, earlier, isRead } = group
  const { title, change, amount, deadline, step = '', nextStep, href } = latest
  const now = useNow(30_000)
  return (
    <>
      <ActorIcon notification={latest} />
      <div className={classes.content}>
        <h3>
          <Link to={href} dir="auto">
            {title ?? change}
          </Link>
          {isRead ? null : <span className="visually-hidden">{say('isUnread')}</span>}
        </h3>
        {title === undefined ? null : <p dir="auto">{change}</p>}
        {amount === undefined && deadline === undefined ? null : (
          <p className={classes.facts}>
            {amount === undefined ? null : <Amount money={amount} />}
            {deadline === undefined ? null : (
              <Badge tone="brass" bare>
                <Clock size={13} strokeWidth={1.75} aria-hidden="true" />
                {say('until', { time: formatDeadline(deadline) })}
              </Badge>
            )}
          </p>
        )}
        {nextStep === undefined ? null : <p>{nextStep}</p>}
        <Earlier notifications={earlier} />
      </div>
      <div className={classes.end}>
        <time dateTime={latest.at} title={formatDateTime(latest.at)}>
          {formatRecent(latest.at, now)}
        </time>
        {nextStep === undefined ? null : (
          <ButtonLink size="small" to={href}>
            {actionLabels[step] ?? say('open')}
          </ButtonLink>
        )}
      </div>
      {isRead ? null : (
        <button
          type="button"
          className={classes.read}
          aria-label={say('markGroupRead', { title: title ?? change })}
          title={say('markRead')}
          onClick={() => onRead(key)}
        >
          <Check size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </>
  )
}

function Earlier({ notifications }: { notifications: readonly Notification[] }) {
  const now = useNow(30_000)
  if (notifications.length === 0) return null
  return (
    <details className={classes.earlier}>
      <summary>{say('earlierUpdates', { count: notifications.length })}</summary>
      <ul>
        {notifications.map(({ id, change, at }) => (
          <li key={id}>
            <span dir="auto">{change}</span> <time dateTime={at}>{formatRecent(at, now)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}

function ActorIcon({ notification: { actor } }: { notification: Notification }) {
  const { agentId, name = '', displayName = name, agentKind: kind = null, avatarUrl = null } = actor
  if (agentId !== undefined)
    return <PartyAvatar party={{ agentId, name, displayName, kind, avatarUrl }} size={32} />
  const Icon = actor.kind === 'clock' ? Clock : actor.kind === 'operator' ? Scale : Bell
  return (
    <span className={classes.icon}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
