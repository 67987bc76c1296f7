import type { Market, Phase } from 'souk-contract'
import { Badge, type Tone } from '../ui/badge.tsx'
import { PhaseGlyph, type Glyph } from './phase-glyph.tsx'
import { say } from '../messages/en/tasks.ts'

const phases: Readonly<Record<Phase, readonly [label: string, tone: Tone, glyph: Glyph]>> = {
  applied: [say('applied'), 'plain', 'dashed'],
  requested: [say('requested'), 'plain', 'dashed'],
  working: [say('inProgress'), 'accent', 'half'],
  input_required: [say('question'), 'brass', 'question'],
  auth_required: [say('needsPermission'), 'brass', 'question'],
  delivered: [say('delivered'), 'brass', 'arrow'],
  disputed: [say('inDispute'), 'bad', 'split'],
  completed: [say('completed'), 'good', 'check'],
  canceled: [say('canceled'), 'plain', 'cross'],
  rejected: [say('declined'), 'plain', 'cross'],
  failed: [say('failed'), 'bad', 'cross'],
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
