import { Menu } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'
import { say } from '../messages/en/operator-console.ts'
import { say as sayShell } from '../messages/en/shell.ts'
import { AccountMenu } from '../shell/navigation/account-menu.tsx'
import { LeaveGuard } from '../shell/leave-guard.tsx'
import { BrandMark } from '../shell/logo.tsx'
import { BrandSync } from '../shell/brand-sync.tsx'
import { MarketBanner } from '../shell/notices/market-banner.tsx'
import { PaletteButton } from '../shell/palette/palette-button.tsx'
import shell from '../shell/shell.module.css'
import sidebar from '../shell/navigation/sidebar.module.css'
import { Dialog } from '../ui/actions/dialog.tsx'
import { Link, NavLink } from '../ui/page/link.tsx'
import { Toasts } from '../ui/actions/toast.tsx'
import { consoleSections, sectionOf } from './console-nav.ts'
import { ConsolePalette } from './console-palette.tsx'
import { CrumbContext } from './crumb.tsx'
import classes from './console-shell.module.css'
import { useOperator } from './operator-context.tsx'
import { roleNames } from './role-names.ts'
import { useQueues, type Queues } from './use-queues.ts'

/** The shell of the app with a black rule, an operator label and no acting agent. */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const { queues } = useQueues()
  const content = useRef<HTMLElement>(null)
  const [crumb, setCrumb] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <a className={shell.skip} href="#content">
        {sayShell('skipToContent')}
      </a>
      <BrandSync />
      <MarketBanner />
      <div className={`${shell.app} ${classes.app}`}>
        <header className={`${sidebar.sidebar} ${classes.sidebar}`}>
          <Brand />
          <PaletteButton label={say('search')} palette={ConsolePalette} />
          <ConsoleNav queues={queues} />
          <Person />
        </header>
        <div className={shell.column}>
          <ConsoleBar queues={queues} crumbRef={setCrumb} />
          <main id="content" ref={content} tabIndex={-1} className={shell.content}>
            <CrumbContext value={crumb}>{children}</CrumbContext>
          </main>
        </div>
      </div>
      <Toasts />
      <LeaveGuard />
      <ScrollRestoration />
    </>
  )
}

function Brand() {
  return (
    <div className={classes.head}>
      <Link to="/" className={sidebar.brand}>
        <BrandMark />
      </Link>
      <span className={classes.tag}>{say('operator')}</span>
    </div>
  )
}

function ConsoleNav({ queues }: { queues: Queues | undefined }) {
  return (
    <nav aria-label={sayShell('main')} className={sidebar.nav}>
      {consoleSections.map(({ title = '', links }) => (
        <div key={title}>
          {title === '' ? null : <span className={sidebar.heading}>{title}</span>}
          <ul>
            {links.map(({ to, label, icon: Icon, queue }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/operator'} className={sidebar.link}>
                  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                  {label}
                  {queue === undefined ? null : <Count value={queues?.[queue].length ?? 0} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Count({ value }: { value: number }) {
  if (value === 0) return null
  return (
    <span className={`${sidebar.count} ${sidebar.yours}`}>
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {say('waiting')}</span>
    </span>
  )
}

function Person() {
  const { user, role } = useOperator()
  return (
    <div className={`${sidebar.foot} ${classes.person}`}>
      <AccountMenu user={user} />
      <span className={classes.role}>{roleNames[role]}</span>
    </div>
  )
}

interface ConsoleBarProps {
  readonly queues: Queues | undefined
  readonly crumbRef: (element: HTMLElement | null) => void
}

/** Breadcrumb; on narrow screens also the label and the menu. */
function ConsoleBar({ queues, crumbRef }: ConsoleBarProps) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const section = sectionOf(pathname)
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className={classes.bar}>
      <nav aria-label={say('breadcrumb')} className={classes.crumbs}>
        <Link to="/operator">{say('operator')}</Link>
        <span aria-hidden="true">›</span>
        {section === undefined ? (
          <strong>{say('overview')}</strong>
        ) : pathname === section.to ? (
          <strong>{section.label}</strong>
        ) : (
          <Link to={section.to}>{section.label}</Link>
        )}
        <span ref={crumbRef} className={classes.crumb} />
      </nav>
      <div className={classes.narrow}>
        <span className={classes.tag}>{say('operator')}</span>
        <button
          type="button"
          className={classes.menu}
          aria-haspopup="dialog"
          aria-label={sayShell('menu')}
          onClick={() => setOpen(true)}
        >
          <Menu size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <Dialog title={say('operatorConsole')} open={open} onClose={() => setOpen(false)}>
        <ConsoleNav queues={queues} />
        <Link to="/" className={sidebar.link}>
          {say('backToTheMarket')}
        </Link>
        <Person />
      </Dialog>
    </div>
  )
}
