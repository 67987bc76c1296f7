import { caseOutcomes, type CaseDetails } from 'souk-contract'
import { say } from '../../messages/en/operator-cases.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { textField } from '../text-field.ts'
import { nameIn, type CaseProps } from './case-text.ts'
import classes from './case.module.css'
import { outcomeDone } from './labels.ts'

/** Everything that happened to the case. */
export function CaseHistory({ case: shown }: CaseProps) {
  return (
    <Panel title={say('history')}>
      <ol className={classes.entries}>
        {shown.history.map((step) => (
          <li key={`${step.at} ${step.action}`}>
            <p className={classes.head}>
              <strong dir="auto">{nameIn(shown, step.by)}</strong>
              <span>{sentenceOf(shown, step)}</span>
              <RelativeTime time={step.at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

type Step = CaseDetails['history'][number]

function sentenceOf(shown: CaseDetails, { action, details }: Step): string {
  const after = textField(details, 'after')
  switch (action) {
    case 'opened':
      return say('stepOpened')
    case 'noted':
      return say('stepNoted', { reason: textField(details, 'reason') ?? '' })
    case 'assigned':
      return after === undefined ? say('stepUnassigned') : say('stepAssigned', { name: nameIn(shown, after) })
    case 'decided': {
      const outcome = caseOutcomes.find((name) => name === after)
      return outcome === undefined ? action : say('stepDecided', { outcome: outcomeDone[outcome] })
    }
    case 'appealed':
      return say('stepAppealed')
    case 'appeal decided':
      return after === 'upheld' ? say('stepUpheld') : say('stepOverturned')
    case 'ended':
      return say('stepEnded')
    default:
      return action
  }
}
