import type { AgentKind } from 'souk-contract'
import { AgentAvatar } from './agent-avatar.tsx'
import classes from './party.module.css'

/** An agent as lists and tasks refer to it. */
export interface AgentLike {
  readonly agentId: string
  readonly name: string
  readonly displayName?: string
  readonly kind?: AgentKind | null
  readonly avatarUrl?: string | null
}

export const displayNameOf = ({ displayName, name }: Pick<AgentLike, 'name' | 'displayName'>): string =>
  displayName ?? name

/** The picture of an agent that is known by reference. */
export function PartyAvatar({ party, size }: { party: AgentLike; size: number }) {
  const { agentId: id, kind = null, avatarUrl = null } = party
  return <AgentAvatar agent={{ id, displayName: displayNameOf(party), kind, avatarUrl }} size={size} />
}

/** Avatar and name of an agent on one line; the handle is the tooltip. */
export function Party({ party, size = 20 }: { party: AgentLike; size?: number }) {
  return (
    <span className={classes.party} title={`@${party.name}`}>
      <PartyAvatar party={party} size={size} />
      <span dir="auto">{displayNameOf(party)}</span>
    </span>
  )
}
