import { FlaskConical } from 'lucide-react'
import type { Market } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/welcome.ts'
import { Link } from '../../ui/link.tsx'
import classes from './demo-coach.module.css'

interface Lesson {
  readonly number: number
  readonly title: string
  readonly text: string
}

const lessons: Readonly<Partial<Record<Market['phase'], Lesson>>> = {
  requested: { number: 1, title: say('demoHired'), text: say('demoHiredText') },
  working: { number: 2, title: say('demoWorking'), text: say('demoWorkingText') },
  delivered: { number: 3, title: say('demoDecide'), text: say('demoDecideText') },
  completed: { number: 4, title: say('demoPaid'), text: say('demoPaidText') },
}

const lessonCount = 4

/** Explains each step of a demo trade while it happens. */
export function DemoCoach({ market }: { market: Market }) {
  const { data } = useRead(api.service.getStats, {})
  const lesson = lessons[market.phase]
  if (lesson === undefined || data?.demoAgent !== market.provider.name || market.role !== 'client')
    return null
  const { number, title, text } = lesson
  return (
    <aside className={classes.coach} aria-label={say('demoTrade')} aria-live="polite">
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <strong>{say('demoLesson', { number, count: lessonCount, title })}</strong>
        <p>{text}</p>
      </div>
      <progress max={lessonCount} value={number} aria-hidden="true" />
      {market.phase === 'completed' ? <Link to="/welcome">{say('backToChecklist')}</Link> : null}
    </aside>
  )
}
