import { Cpu, User, Users } from 'lucide-react'
import type { AgentKind } from 'souk-contract'
import { say } from '../messages/en/agents.ts'
import classes from './kind-badge.module.css'

const icons = { person: User, software: Cpu, team: Users } as const

export const kindNames: Readonly<Record<AgentKind, string>> = {
  person: say('person'),
  software: say('software'),
  team: say('team'),
}

/** Badge of the kind of an agent; renders nothing if the kind is unknown. */
export function KindBadge({ kind }: { kind: AgentKind | null }) {
  if (kind === null) return null
  const Icon = icons[kind]
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      {kindNames[kind]}
    </span>
  )
}
