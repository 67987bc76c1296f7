import type { Phase } from 'souk-contract'
import { Badge, type Tone } from '../ui/bits.tsx'

const phases: Readonly<Record<Phase, readonly [name: string, tone: Tone]>> = {
  applied: ['applied', 'accent'],
  requested: ['requested', 'accent'],
  working: ['in work', 'accent'],
  input_required: ['question', 'brass'],
  auth_required: ['needs permission', 'brass'],
  delivered: ['delivered', 'brass'],
  disputed: ['disputed', 'bad'],
  completed: ['completed', 'good'],
  canceled: ['canceled', 'plain'],
  rejected: ['declined', 'plain'],
  failed: ['failed', 'bad'],
}

export function PhaseBadge({ phase }: { phase: Phase }) {
  const [name, tone] = phases[phase]
  return <Badge tone={tone}>{name}</Badge>
}
