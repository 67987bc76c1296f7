import { phases, type Phase } from 'souk-contract'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'

/** Operators are on neither side, so the badge is that of the client. */
export function TaskPhase({ phase }: { phase: string }) {
  const known = phases.find((name): name is Phase => name === phase)
  return known === undefined ? phase : <PhaseBadge market={{ phase: known, role: 'client' }} bare />
}
