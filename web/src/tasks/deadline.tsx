import type { Market } from 'souk-contract'
import { sentenceCase } from '../lib/sentence-case.ts'
import { Countdown } from '../ui/countdown.tsx'

/** Countdown to the next timeout of a task. */
export function Deadline({ market: { deadlines, phase } }: { market: Market }) {
  if (deadlines === undefined) return null
  return (
    <Countdown until={deadlines.next} text={(when) => `${timeoutLabel(deadlines.action, phase)} ${when}`} />
  )
}

const labels: Readonly<Record<string, string>> = {
  completed: 'Auto-accepts',
  canceled: 'Expires',
  failed: 'Auto-cancels',
  disputed: 'Escalates to a dispute',
}

function timeoutLabel(action: string, phase: Market['phase']): string {
  if (phase === 'disputed')
    return action === 'completed' ? 'Released to the provider' : 'Returned to the client'
  return labels[action] ?? sentenceCase(action)
}
