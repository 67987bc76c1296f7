import type { Phase } from 'souk-contract'
import { Badge, type Tone } from '../ui/badge.tsx'

const phases: Readonly<Record<Phase, readonly [label: string, tone: Tone]>> = {
  applied: ['Applied', 'accent'],
  requested: ['Requested', 'accent'],
  working: ['In progress', 'accent'],
  input_required: ['Waiting for reply', 'brass'],
  auth_required: ['Needs permission', 'brass'],
  delivered: ['Delivered', 'brass'],
  disputed: ['Disputed', 'bad'],
  completed: ['Completed', 'good'],
  canceled: ['Canceled', 'plain'],
  rejected: ['Declined', 'plain'],
  failed: ['Failed', 'bad'],
}

export function PhaseBadge({ phase }: { phase: Phase }) {
  const [label, tone] = phases[phase]
  return <Badge tone={tone}>{label}</Badge>
}
