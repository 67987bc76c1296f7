import type { Market } from 'souk-contract'
import { formatDeadline } from '../lib/format/format-time.ts'
import { sentenceCase } from '../lib/format/sentence-case.ts'
import { say } from '../messages/en/tasks.ts'
import { Countdown, TimeLeft } from '../ui/data/countdown.tsx'

/** Countdown to the next timeout of a task; a short one only says how long, and the tooltip what happens then. */
export function Deadline({
  market: { deadlines, phase },
  short = false,
}: {
  market: Market
  short?: boolean
}) {
  if (deadlines === undefined) return null
  if (short) {
    const title = timeoutText(deadlines.action, phase)(formatDeadline(deadlines.next))
    return <TimeLeft until={deadlines.next} title={title} />
  }
  return <Countdown until={deadlines.next} text={timeoutText(deadlines.action, phase)} />
}

type Text = (when: string) => string

const texts: Readonly<Record<string, Text>> = {
  completed: (when) => say('autoAccepts', { when }),
  canceled: (when) => say('expires', { when }),
  failed: (when) => say('autoCancels', { when }),
  disputed: (when) => say('escalatesToADispute', { when }),
}

function timeoutText(action: string, phase: Market['phase']): Text {
  if (phase === 'disputed')
    return action === 'completed'
      ? (when) => say('releasedToTheProvider', { when })
      : (when) => say('returnedToTheClient', { when })
  return texts[action] ?? ((when) => `${sentenceCase(action)} ${when}`)
}
