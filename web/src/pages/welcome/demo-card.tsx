import { FlaskConical } from 'lucide-react'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { say } from '../../messages/en/welcome.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { StepNumber } from '../../ui/data/step-number.tsx'
import { DemoTrade, useDemoPrice } from './demo-trade.tsx'
import { lessons, lessonsAhead } from './lessons.ts'
import { useDemoTask } from './use-demo-task.ts'
import classes from './welcome.module.css'

/** The demo trade: what it shows, how far it is, and the way into it. `isNext`: it is the next step of the checklist. */
export function DemoCard({ isNext }: { isNext: boolean }) {
  const { handle, task } = useDemoTask()
  const price = useDemoPrice()
  if (handle === undefined || price === undefined) return null
  const market = task === undefined ? undefined : marketOf(task)
  const current = lessons.findIndex(({ phase }) => phase === market?.phase)
  const isOver = market?.phase === 'completed'
  return (
    <section className={classes.demo} aria-label={say('demoTrade')}>
      <header className={classes.demoHead}>
        <span className={classes.demoFacts}>
          {market === undefined ? null : <PhaseBadge market={market} />}
          <Badge tone="iris">
            <FlaskConical size={13} strokeWidth={1.75} aria-hidden="true" />
            {say('demoTrade')}
          </Badge>
        </span>
        <h2>{say('demoTitle')}</h2>
        <span className={classes.demoFacts}>
          {say('demoDesk')} <KindBadge kind="software" />
          <span className={classes.play}>{say('playMoney', { amount: formatMoney(price) })}</span>
        </span>
      </header>
      <ol className={classes.lessons}>
        {(market === undefined ? lessonsAhead : lessons).map(({ title, text }, index) => (
          <li key={title}>
            <StepNumber
              number={index + 1}
              state={isOver || index < current ? 'done' : index === current ? 'next' : 'later'}
              doneLabel={say('done')}
            />
            <div>
              <strong>{title}</strong>
              {index === Math.max(current, 0) && !isOver ? <p>{text}</p> : null}
            </div>
          </li>
        ))}
      </ol>
      <footer className={classes.demoFoot}>
        <DemoTrade isPrimary={isNext} />
        <small className="muted">{say('nothingCharged')}</small>
      </footer>
    </section>
  )
}
