/** The only table of the callers that the gate of an agent applies to. Pure: tests and suites read it too. */
import type { AgentRole, GatedAction } from 'souk-contract'
import type { Caller } from '../../caller.ts'

interface Binding {
  /** Rules, budgets and lists. */
  readonly rules: 'bind' | 'bind all but wallet actions' | 'pass'
  /** The kill switch refuses every write. */
  readonly killSwitch: 'binds' | 'passes'
}

/** The gate does not apply to people who can change it. For finance members, wallet actions are exempt. */
export const bindings: Readonly<Record<AgentRole | 'key', Binding>> = {
  owner: { rules: 'pass', killSwitch: 'passes' },
  'organization-owner': { rules: 'pass', killSwitch: 'passes' },
  'organization-admin': { rules: 'pass', killSwitch: 'passes' },
  'organization-finance': { rules: 'bind all but wallet actions', killSwitch: 'binds' },
  'organization-member': { rules: 'bind', killSwitch: 'binds' },
  operator: { rules: 'bind', killSwitch: 'binds' },
  key: { rules: 'bind', killSwitch: 'binds' },
}

/** Actions that require access to the wallet. */
const walletActions: ReadonlySet<GatedAction> = new Set<GatedAction>([
  'award',
  'accept',
  'settle',
  'fund',
  'payout',
])

export function rulesBind(caller: Caller, action: GatedAction): boolean {
  const { rules } = bindingOf(caller)
  return rules === 'bind all but wallet actions' ? !walletActions.has(action) : rules === 'bind'
}

export function killSwitchBinds(caller: Caller): boolean {
  return bindingOf(caller).killSwitch === 'binds'
}

/** A caller without an acting agent has no gate. */
function bindingOf(caller: Caller): Binding {
  if (caller.kind === 'key') return bindings.key
  if (caller.kind === 'stranger' || caller.agentId === null) return bindings.owner
  return bindings[caller.agentRole ?? 'operator']
}
