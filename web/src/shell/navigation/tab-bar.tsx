import { Ellipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Session } from '../../session.ts'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NavCount, SectionLink } from './nav-link.tsx'
import { tabNav } from './navigation.ts'
import { MainNav } from './sidebar.tsx'
import { say } from '../../messages/en/shell.ts'
import classes from './tab-bar.module.css'

/** Navigation on narrow screens. */
export function TabBar({ person }: { person: Extract<Session, { state: 'person' }> }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  return (
    <nav className={classes.bar} aria-label={say('tabs')}>
      {tabNav.map((item) => (
        <SectionLink key={item.to} item={item} className={classes.tab}>
          <item.icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {item.label}
          {item.counter === undefined || person.agent === undefined ? null : (
            <NavCount counter={item.counter} />
          )}
        </SectionLink>
      ))}
      <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />
        {say('more')}
      </button>
      <Dialog title={say('menu')} open={open} onClose={() => setOpen(false)}>
        <MainNav person={person} />
        <AccountMenu user={person.user} />
      </Dialog>
    </nav>
  )
}
