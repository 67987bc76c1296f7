import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuthorizationRequest } from 'souk-contract'
import { marketName } from '../../brand.ts'
import { say } from '../../messages/en/apps.ts'
import { Logo } from '../../shell/logo.tsx'
import { lettersOf } from '../../ui/people/initials.tsx'
import classes from './consent.module.css'

type AppClient = AuthorizationRequest['client']

/** The requesting app. Souk shows letters instead of the app's own picture, which would be loaded from a foreign host. */
export function AppHeader({
  client,
  children,
}: {
  readonly client: AppClient
  readonly children: ReactNode
}) {
  return (
    <header className={classes.head}>
      <div className={classes.pair} aria-hidden="true">
        <span className={classes.appIcon} data-letters={lettersOf(client.name)} />
        <span className={classes.dash} />
        <span className={classes.soukIcon}>
          <Logo size={28} />
        </span>
      </div>
      <h1 className={classes.title}>{say('connect', { app: client.name, market: marketName() })}</h1>
      {children}
    </header>
  )
}

/** A checked domain, or a warning. */
export function Origin({ client: { host } }: { readonly client: AppClient }) {
  if (host === null) return <p className={classes.warning}>{say('unverified', { market: marketName() })}</p>
  return (
    <p className={classes.origin}>
      {say.rich('by', { host, b: (content) => <b>{content}</b> })}{' '}
      <span className={classes.checked}>
        <BadgeCheck size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('domainChecked')}
      </span>
    </p>
  )
}
