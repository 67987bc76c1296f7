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

interface ProfileSectionProps {
  readonly name: SectionName
  /** Controls beside the heading. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

export function ProfileSection({ name, tools, children }: ProfileSectionProps) {
  return (
    <section id={name} className={classes.section} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{names[name]}</h2>
        {tools}
      </header>
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
