import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { User } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { discardSession } from '../identity/session-store.ts'
import { say } from '../messages/en/shell.ts'
import { useSession } from '../session.ts'
import { Initials } from '../ui/people/initials.tsx'
import { Link } from '../ui/page/link.tsx'
import { useRootMark } from '../ui/page/use-root-mark.ts'
import { BrandMark } from './logo.tsx'
import { BrandSync } from './brand-sync.tsx'
import { MarketBanner } from './notices/market-banner.tsx'
import classes from './consent-shell.module.css'
import shell from './shell.module.css'

/** Frame of the pages where a person decides about an app: no navigation, only the account that decides. */
export function ConsentShell({ children }: { children: ReactNode }) {
  const session = useSession()
  useRootMark('sunk')
  return (
    <>
      <a className={shell.skip} href="#content">
        {say('skipToContent')}
      </a>
      <BrandSync />
      <MarketBanner />
      <div className={classes.page}>
        <header className={classes.bar}>
          <Link to="/" className={classes.brand}>
            <BrandMark />
          </Link>
          {session.state === 'person' ? <Decider user={session.user} /> : null}
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
    </>
  )
}

/** Signing out leads to this page again after another account has signed in. */
function Decider({ user }: { user: User }) {
  const { pathname, search } = useLocation()
  const end = useWrite(api.sessions.endCurrentSession, { onDone: () => discardSession(pathname + search) })
  return (
    <p className={classes.person}>
      <Initials id={user.id} name={user.displayName} />
      <span className={classes.email}>
        <span className="visually-hidden">{say('signedInAs')} </span>
        {user.email}
      </span>
      <button type="button" className={classes.change} onClick={() => end.mutate({})}>
        {say('notYou')}
      </button>
    </p>
  )
}
