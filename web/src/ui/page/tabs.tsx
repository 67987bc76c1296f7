import { NavLink } from './link.tsx'
import { useActiveInView } from './use-active-in-view.ts'
import classes from './tabs.module.css'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [to: string, label: string, count?: number | undefined])[]
  /** As segments, for a row with other controls. */
  readonly segmented?: boolean
}

/** Tabs with a URL each. */
export function Tabs({ label, tabs, segmented = false }: TabsProps) {
  const row = useActiveInView()
  const look = segmented ? classes.segmented : classes.tabs
  return (
    <nav ref={row} className={look} aria-label={label}>
      {tabs.map(([to, name, count = 0]) => (
        <NavLink key={to} to={to} end className={({ isActive }) => (isActive ? classes.active : classes.tab)}>
          {name} {count === 0 ? null : <small>{count}</small>}
        </NavLink>
      ))}
    </nav>
  )
}
