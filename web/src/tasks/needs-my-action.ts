import type { Market, TaskAction } from 'souk-contract'

const providerSteps: readonly TaskAction[] = ['start', 'deliver']

/** Whether the next step of the task is up to the viewer. */
export function needsMyAction({ phase, role, allowedActions, awaiting }: Market): boolean {
  if (phase === 'delivered' && awaiting === 'provider') return role === 'provider'
  if (phase === 'input_required' || phase === 'auth_required') return role === 'client'
  if (phase === 'applied' || phase === 'delivered') return role === 'client'
  if (phase === 'disputed') return false
  return role === 'provider' && providerSteps.some((action) => allowedActions.includes(action))
}
