import type { Market, Phase } from 'souk-contract'
import { Badge, type Tone } from '../ui/data/badge.tsx'
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

export const phaseName = (phase: Phase): string => phases[phase][0]

/** After a request for changes the task is worked on again, which both sides should see. */
export const isRevision = ({ phase, changes }: Pick<Market, 'phase' | 'changes'>) =>
  phase === 'working' && (changes?.used ?? 0) > 0

const changesRequested = [say('changesRequested'), 'iris', 'half'] as const

/** Ends that divided the amount, so that neither "completed" nor "canceled" is true for both sides. */
const divided: Readonly<Partial<Record<NonNullable<Market['reason']>, (typeof phases)[Phase]>>> = {
  ruled: [say('ruled'), 'plain', 'split'],
  settled: [say('settled'), 'plain', 'split'],
}

interface PhaseBadgeProps {
  readonly market: Pick<Market, 'phase' | 'role' | 'changes' | 'reason'>
  readonly bare?: boolean
}

export function PhaseBadge({ market, bare = false }: PhaseBadgeProps) {
  const { label, tone, glyph } = lookOf(market)
  return (
    <Badge tone={tone} bare={bare}>
      <PhaseGlyph glyph={glyph} />
      {label}
    </Badge>
  )
}

/** The glyph alone, where the phase is a detail; its name is for screen readers. */
export function PhaseMark({ market }: Pick<PhaseBadgeProps, 'market'>) {
  const { label, tone, glyph } = lookOf(market)
  return (
    <Badge tone={tone} bare>
      <PhaseGlyph glyph={glyph} size={15} />
      <span className="visually-hidden">{label}</span>
    </Badge>
  )
}

/** Brass means that the viewer acts next, so the side that waits sees petrol. */
function lookOf(market: PhaseBadgeProps['market']): { label: string; tone: Tone; glyph: Glyph } {
  const ended = market.reason === undefined ? undefined : divided[market.reason]
  const [label, tone, glyph] = ended ?? (isRevision(market) ? changesRequested : phases[market.phase])
  return { label, tone: tone === 'brass' && market.role === 'provider' ? 'accent' : tone, glyph }
}
