import type { Market, Phase } from 'souk-contract'
import { Badge, type Tone } from '../ui/badge.tsx'
import { PhaseGlyph, type Glyph } from './phase-glyph.tsx'

const phases: Readonly<Record<Phase, readonly [label: string, tone: Tone, glyph: Glyph]>> = {
  applied: ['Applied', 'plain', 'dashed'],
  requested: ['Requested', 'plain', 'dashed'],
  working: ['In progress', 'accent', 'half'],
  input_required: ['Question', 'brass', 'question'],
  auth_required: ['Needs permission', 'brass', 'question'],
  delivered: ['Delivered', 'brass', 'arrow'],
  disputed: ['In dispute', 'bad', 'split'],
  completed: ['Completed', 'good', 'check'],
  canceled: ['Canceled', 'plain', 'cross'],
  rejected: ['Declined', 'plain', 'cross'],
  failed: ['Failed', 'bad', 'cross'],
}

interface PhaseBadgeProps {
  readonly market: Pick<Market, 'phase' | 'role'>
  readonly bare?: boolean
}

/** Brass means that the viewer acts next, so the side that waits sees petrol. */
export function PhaseBadge({ market: { phase, role }, bare = false }: PhaseBadgeProps) {
  const [label, tone, glyph] = phases[phase]
  return (
    <Badge tone={tone === 'brass' && role === 'provider' ? 'accent' : tone} bare={bare}>
      <PhaseGlyph glyph={glyph} />
      {label}
    </Badge>
  )
}
