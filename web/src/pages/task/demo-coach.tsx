import { FlaskConical } from 'lucide-react'
import type { Market } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/welcome.ts'
import { Link } from '../../ui/page/link.tsx'
import { lessons } from '../welcome/lessons.ts'
import classes from './demo-coach.module.css'

/** Explains each step of a demo trade while it happens. */
export function DemoCoach({ market }: { market: Market }) {
  const { data } = useRead(api.service.getStats, {})
  const index = lessons.findIndex(({ phase }) => phase === market.phase)
  const lesson = lessons[index]
  if (lesson === undefined || data?.demoAgent !== market.provider.name || market.role !== 'client')
    return null
  const { title, text } = lesson
  const number = index + 1
  return (
    <aside className={classes.coach} aria-label={say('demoTrade')} aria-live="polite">
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <strong>{say('demoLesson', { number, count: lessons.length, title })}</strong>
        <p>{text}</p>
      </div>
      <progress max={lessons.length} value={number} aria-hidden="true" />
      {market.phase === 'completed' ? <Link to="/welcome">{say('backToChecklist')}</Link> : null}
    </aside>
  )
}
