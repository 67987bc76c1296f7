import type { Market, TaskAction } from 'souk-contract'

/** What a side is waited for in each phase; the service alone decides what it may do. */
const expected: Readonly<Record<'client' | 'provider', readonly TaskAction[]>> = {
  client: ['award', 'accept'],
  provider: ['start', 'deliver'],
}

/** Whether the next step is up to the one who looks. */
export function waitsForMe({ phase, role, allowedActions }: Market): boolean {
  if (phase === 'input_required' || phase === 'auth_required') return role === 'client'
  if (phase === 'applied' || phase === 'delivered') return role === 'client'
  if (phase === 'disputed') return false
  return expected[role].some((action) => allowedActions.includes(action)) && role === 'provider'
}
