import type { Market } from 'souk-contract'
import { needsMyAction } from './needs-my-action.ts'

export const sections = ['attention', 'progress', 'waiting', 'closed'] as const
export type Section = (typeof sections)[number]

/** Group of a task on the board, by whose turn it is; a task in the phase `working` is always in `progress`. */
export function sectionOf(market: Market): Section {
  if (market.reason !== undefined) return 'closed'
  if (market.phase === 'working') return 'progress'
  return needsMyAction(market) || mustAnswerDispute(market) ? 'attention' : 'waiting'
}

function mustAnswerDispute({ phase, allowedActions }: Market): boolean {
  return phase === 'disputed' && (allowedActions.includes('respond') || allowedActions.includes('settle'))
}
