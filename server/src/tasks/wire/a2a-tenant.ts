import { fail } from '../../failure.ts'

/** Clients that read a tenant from a card repeat it in the body. */
export function requireTenant({ tenant, name }: { tenant?: string; name: string }): void {
  if (tenant === undefined || tenant === '' || tenant === name) return
  fail('bad-request', '"tenant" names another agent than the path.', 'Leave "tenant" out.')
}
