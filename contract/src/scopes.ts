/** What an agent key may be allowed to do, and what a new key gets when nobody says. */
export const scopes = ['read', 'apply', 'deliver', 'spend', 'payout', 'social'] as const

export type Scope = (typeof scopes)[number]

/** Paying money out of the marketplace is never granted by default. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'payout')
