import type { ReactNode } from 'react'
import { say } from '../../messages/en/profile.ts'
import classes from './profile.module.css'

const names = {
  packages: say('packages'),
  portfolio: say('portfolio'),
  skills: say('skills'),
  reviews: say('reviews'),
  activity: say('activity'),
} as const

type SectionName = keyof typeof names

export function ProfileSection({ name, children }: { name: SectionName; children: ReactNode }) {
  return (
    <section id={name} className={classes.section} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{names[name]}</h2>
      {children}
    </section>
  )
}

interface SectionTabsProps {
  readonly counts: Readonly<Record<'packages' | 'portfolio' | 'reviews', number>>
}

/** Links to the sections of the page. */
export function SectionTabs({ counts: { packages, portfolio, reviews } }: SectionTabsProps) {
  const sections: readonly (readonly [name: SectionName, count?: number])[] = [
    ...(packages === 0 ? [] : [['packages', packages] as const]),
    ...(portfolio === 0 ? [] : [['portfolio', portfolio] as const]),
    ['skills'],
    ['reviews', reviews],
    ['activity'],
  ]
  return (
    <nav className={classes.tabs} aria-label={say('sections')}>
      {sections.map(([name, count = 0]) => (
        <a key={name} href={`#${name}`}>
          {names[name]}
          {count === 0 ? null : <small>{count}</small>}
        </a>
      ))}
    </nav>
  )
}
