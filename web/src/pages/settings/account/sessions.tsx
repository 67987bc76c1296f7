import { Laptop, Smartphone, Terminal } from 'lucide-react'
import { useState } from 'react'
import type { Session } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { describeDevice } from '../../../lib/format/describe-device.ts'
import { say } from '../../../messages/en/account.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import classes from './account.module.css'

/** More sessions are shown on demand. */
const shownMax = 5

/** Sessions of the person: that of this device, then the newest. */
export function Sessions() {
  const [all, setAll] = useState(false)
  const pages = usePages(api.sessions.listSessions, { limit: 100 })
  return (
    <PagedList pages={pages} empty={null}>
      {(sessions) => (
        <>
          <ul className={classes.rows}>
            {currentFirst(sessions)
              .slice(0, all ? undefined : shownMax)
              .map((session) => (
                <li key={session.id} className={classes.line}>
                  <SessionRow session={session} />
                </li>
              ))}
            {all || sessions.length <= shownMax ? null : (
              <li className={classes.more}>
                <Button variant="quiet" size="small" onClick={() => setAll(true)}>
                  {say('showMoreSessions', { count: sessions.length - shownMax })}
                </Button>
              </li>
            )}
          </ul>
          <SignOutOthers sessions={sessions.filter(({ current }) => !current)} />
        </>
      )}
    </PagedList>
  )
}

const currentFirst = (sessions: readonly Session[]) =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current))

function SessionRow({ session: { id, userAgent, ip, lastSeenAt, current } }: { session: Session }) {
  const end = useWrite(api.sessions.endSession, { invalidates: ['sessions'] })
  const device = describeDevice(userAgent)
  return (
    <>
      <DeviceIcon userAgent={userAgent ?? ''} />
      <span className={classes.main} title={userAgent ?? undefined}>
        <strong>{device}</strong>
        <span className="muted">
          {ip === null ? null : `${ip} · `}
          <RelativeTime time={lastSeenAt} />
        </span>
      </span>
      {current ? (
        <Badge>{say('thisDevice')}</Badge>
      ) : (
        <ConfirmButton
          label={say('signOut')}
          size="small"
          title={say('signOutOf', { device })}
          confirmLabel={say('signOut')}
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutateAsync({ sessionId: id })}
        >
          <p>{say('signOutHint')}</p>
        </ConfirmButton>
      )}
    </>
  )
}

function SignOutOthers({ sessions }: { sessions: readonly Session[] }) {
  const end = useWrite(
    (ids: readonly string[], client) =>
      Promise.all(ids.map((sessionId) => client.sessions.endSession({ sessionId }))),
    { invalidates: ['sessions'] },
  )
  if (sessions.length === 0) return null
  return (
    <div className={classes.foot}>
      <span>{say('notYours')}</span>
      <ConfirmButton
        label={say('signOutOthers')}
        size="small"
        variant="danger"
        title={say('signOutOthersQuestion')}
        confirmLabel={say('signOutCount', { count: sessions.length })}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutateAsync(sessions.map(({ id }) => id))}
      >
        <p>{say('signOutOthersHint')}</p>
      </ConfirmButton>
    </div>
  )
}

function DeviceIcon({ userAgent }: { userAgent: string }) {
  const Icon = /iPhone|Android/.test(userAgent) ? Smartphone : /Mozilla/.test(userAgent) ? Laptop : Terminal
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
}
