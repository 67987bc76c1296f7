import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useLive } from '../live-updates.ts'
import { useSession } from '../session.ts'
import { Toasts } from '../ui/toast.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'

/** What stands around every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession()
  const line = useLive()
  const busy = useNavigation().state !== 'idle'
  const content = useRef<HTMLElement>(null)
  useFocusOnArrival(content)
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
          Souk, an open marketplace over A2A. <a href="/api/docs">API</a>
        </span>
        {session.state === 'person' && session.agent !== undefined ? (
          <span className={classes.line} data-line={line}>
            {line === 'open' ? 'Live' : 'Reconnecting…'}
          </span>
        ) : null}
      </footer>
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

/** A new screen begins at its top for keyboards and screen readers too; the first one begins where the browser says. */
function useFocusOnArrival(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}
