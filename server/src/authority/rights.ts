/** The only table of what each way of reaching an agent allows, and so of what a person may pass on. Pure. */
import type { AgentRole, Scope } from 'souk-contract'

/** `manage`: profile, gate, webhook and keys. `wallet`: reading and moving money. */
export const agentRights = ['manage', 'wallet'] as const
export type AgentRight = (typeof agentRights)[number]

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

/** The roles that hold all of these rights; every role holds none. */
export function rolesHolding(...rights: readonly AgentRight[]): string[] {
  return Object.entries(rightsByRole)
    .filter(([, held]) => rights.every((right) => held.includes(right)))
    .map(([role]) => role)
}

/** Scopes by which a key moves money. */
export const moneyScopes: readonly Scope[] = ['spend', 'payout']

/** What a person may give to a key: money only with the right to the wallet. */
export function grantableScopes(role: AgentRole | null, scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => holds(role, 'wallet') || !moneyScopes.includes(scope))
}

/** What the holder of a key must hold for the key to work. */
export function rightsBehindKey({ wallet }: { readonly wallet: boolean }): readonly AgentRight[] {
  return wallet ? ['manage', 'wallet'] : ['manage']
}
