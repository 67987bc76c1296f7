import { NavLink } from './link.tsx'
import classes from './tabs.module.css'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [to: string, name: string])[]
  /** Below each other where there is room beside what they lead to. */
  readonly upright?: boolean
}

/** Parts of one screen, each with its own address. */
export function Tabs({ label, tabs, upright = false }: TabsProps) {
  return (
    <nav className={upright ? classes.upright : classes.tabs} aria-label={label}>
      {tabs.map(([to, name]) => (
        <NavLink key={to} to={to} end className={({ isActive }) => (isActive ? classes.here : classes.tab)}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
