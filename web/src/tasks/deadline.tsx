import type { Market } from 'souk-contract'
import { sentenceCase } from '../lib/sentence-case.ts'
import { say } from '../messages/en/tasks.ts'
import { Countdown } from '../ui/countdown.tsx'

/** Countdown to the next timeout of a task. */
export function Deadline({ market: { deadlines, phase } }: { market: Market }) {
  if (deadlines === undefined) return null
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
