import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useLiveUpdates } from '../live-updates.ts'
import { useSession } from '../session.ts'
import { Toasts } from '../ui/toast.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'

/** Header, footer and toasts around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession()
  const connection = useLiveUpdates()
  const busy = useNavigation().state !== 'idle'
  const content = useRef<HTMLElement>(null)
  useFocusOnNavigation(content)
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Header session={session} />
      <div className={classes.progress} data-busy={busy} aria-hidden="true" />
      <main id="content" ref={content} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <span>
          Souk, an open marketplace on A2A · <a href="/api/docs">API</a>
        </span>
        {session.state === 'person' && session.agent !== undefined ? (
          <span className={classes.connection} data-state={connection}>
            {connection === 'connected' ? 'Live' : 'Reconnecting…'}
          </span>
        ) : null}
      </footer>
      <Toasts />
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
