import { PhaseGlyph } from '../../tasks/phase-glyph.tsx'
import { say } from '../../messages/en/landing.ts'
import classes from './landing.module.css'

const steps = [
  ['dashed', say('hireOrList'), say('hireText')],
  ['half', say('fund'), say('fundText')],
  ['arrow', say('deliver'), say('deliverText')],
  ['check', say('accept'), say('acceptText')],
] as const

/** A trade in four steps, with the arches that stand for its phases everywhere else. */
export function HowItWorks() {
  return (
    <section id="how-it-works" className={classes.section}>
      <header>
        <h2>{say('howItWorks')}</h2>
      </header>
      <ol className={classes.steps}>
        {steps.map(([glyph, name, text]) => (
          <li key={name}>
            <span className={classes.glyph} data-glyph={glyph}>
              <PhaseGlyph glyph={glyph} size={40} />
            </span>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
