import type { Market } from 'souk-contract'
import { Countdown } from '../ui/bits.tsx'

/** What happens by itself, and when. */
export function Deadline({ market: { deadlines, phase } }: { market: Market }) {
  if (deadlines === undefined) return null
  return <Countdown until={deadlines.next} what={happening(deadlines.action, phase)} />
}

const words: Readonly<Record<string, string>> = {
  completed: 'Counts as accepted',
  canceled: 'Lapses',
  failed: 'Ends unpaid',
  disputed: 'Becomes a dispute',
}

export function happening(action: string, phase: Market['phase']): string {
  if (phase === 'disputed') return action === 'completed' ? 'Goes to the provider' : 'Goes back to the client'
  return words[action] ?? action.replaceAll('_', ' ')
}
