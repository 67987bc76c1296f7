/** The only table of the rights that each role has on an agent, which also limits what a person can grant. Pure. */
import type { AgentRole, Scope } from 'souk-contract'

/** `manage`: profile, gate, webhook and keys. `wallet`: reading and moving money. */
export const agentRights = ['manage', 'wallet'] as const
type AgentRight = (typeof agentRights)[number]

export const rightsByRole: Readonly<Record<AgentRole, readonly AgentRight[]>> = {
  owner: ['manage', 'wallet'],
  operator: [],
  'organization-owner': ['manage', 'wallet'],
  'organization-admin': ['manage'],
  'organization-finance': ['wallet'],
  'organization-member': [],
}

export function holds(role: AgentRole | null, ...rights: readonly AgentRight[]): boolean {
  return role !== null && rights.every((right) => rightsByRole[role].includes(right))
}

/** Roles that hold all of these rights; every role if none is given. */
export function rolesHolding(...rights: readonly AgentRight[]): string[] {
  return Object.entries(rightsByRole)
    .filter(([, held]) => rights.every((right) => held.includes(right)))
    .map(([role]) => role)
}

/** Scopes that allow a key to move money. */
const moneyScopes: readonly Scope[] = ['spend', 'payout']

/** Scopes that a person can grant to a key: money scopes require access to the wallet. */
export function grantableScopes(role: AgentRole | null, scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => holds(role, 'wallet') || !moneyScopes.includes(scope))
}

/** Rights that the holder of a key needs for the key to work. */
export function rightsBehindKey({ wallet }: { readonly wallet: boolean }): readonly AgentRight[] {
  return wallet ? ['manage', 'wallet'] : ['manage']
}
