/** Scopes of agent keys. */
export const scopes = ['read', 'apply', 'deliver', 'spend', 'payout', 'social'] as const

export type Scope = (typeof scopes)[number]

/** Scopes of a new key. `payout` moves money out of the marketplace and must be requested explicitly. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'payout')
