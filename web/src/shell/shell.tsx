import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useBrand } from '../brand.ts'
import { readMarker } from '../identity/user-marker.ts'
import { useSession } from '../session.ts'
import { Toasts } from '../ui/actions/toast.tsx'
import { BrandSync } from './brand-sync.tsx'
import { MarketBanner } from './notices/market-banner.tsx'
import { MarketLinks } from './navigation/market-links.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { OfflineNotice } from './notices/offline-notice.tsx'
import { PublicHeader } from './navigation/public-header.tsx'
import classes from './shell.module.css'
import { Shortcuts } from './palette/shortcuts.tsx'
import { BlankSidebar, Sidebar } from './navigation/sidebar.tsx'
import { TabBar } from './navigation/tab-bar.tsx'
import { TermsNotice } from './notices/terms-notice.tsx'
import { BlankTopBar, TopBar } from './navigation/top-bar.tsx'
import { say } from '../messages/en/shell.ts'

/** Navigation and toasts around every page: a sidebar for people who are signed in, a header for visitors. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession()
  const { name } = useBrand()
  const busy = useNavigation().state !== 'idle'
  const content = useRef<HTMLElement>(null)
  useFocusOnNavigation(content)
  const page = (
    <main id="content" ref={content} tabIndex={-1} className={classes.content}>
      {children}
    </main>
  )
  return (
    <>
      <a className={classes.skip} href="#content">
        {say('skipToContent')}
      </a>
      <BrandSync />
      <MarketBanner />
      <div className={classes.progress} data-busy={busy} aria-hidden="true" />
      {session.state === 'person' ? (
        <div className={classes.app}>
          <Sidebar person={session} />
          <Shortcuts />
          <div className={classes.column}>
            <TopBar person={session} />
            <TermsNotice />
            <OfflineNotice />
            {page}
            <TabBar person={session} />
          </div>
        </div>
      ) : session.state === 'unknown' && readMarker() !== undefined ? (
        // This browser is signed in: the frame of the app does not move when the person is known.
        <div className={classes.app}>
          <BlankSidebar />
          <div className={classes.column}>
            <BlankTopBar />
            {page}
          </div>
        </div>
      ) : (
        <div className={classes.column}>
          <PublicHeader showsSignIn={session.state === 'anonymous'} />
          {page}
          <footer className={classes.footer}>
            {say.rich('footer', { market: name, link: (text) => <a href="/api/docs">{text}</a> })}
            <MarketLinks />
          </footer>
        </div>
      )}
      <Toasts />
      <LeaveGuard />
      <ScrollRestoration />
    </>
  )
}

/** Moves the focus to the content on navigation, so that keyboards and screen readers start at the top of the new page. */
function useFocusOnNavigation(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}
