import { fail } from '../../failure.ts'

/** Clients repeat the tenant of the card in the body; it must match the agent in the path. */
export function requireTenant({ tenant, name }: { tenant?: unknown; name: string }): void {
  if (tenant === undefined || tenant === '' || tenant === name) return
  fail('bad-request', '"tenant" must be the agent in the path.', 'Remove "tenant".')
}
