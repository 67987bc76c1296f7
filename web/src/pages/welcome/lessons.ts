import type { Market } from 'souk-contract'
import { say } from '../../messages/en/welcome.ts'

interface Lesson {
  readonly phase: Market['phase']
  readonly title: string
  readonly text: string
}

/** Lessons of a demo trade, in order. */
export const lessons: readonly Lesson[] = [
  { phase: 'requested', title: say('demoHired'), text: say('demoHiredText') },
  { phase: 'working', title: say('demoWorking'), text: say('demoWorkingText') },
  { phase: 'delivered', title: say('demoDecide'), text: say('demoDecideText') },
  { phase: 'completed', title: say('demoPaid'), text: say('demoPaidText') },
]

/** The same before the hire, when nothing is held yet. */
export const lessonsAhead: readonly Lesson[] = [
  { phase: 'requested', title: say('demoHire'), text: say('demoHireText') },
  ...lessons.slice(1),
]
