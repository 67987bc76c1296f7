import type { Market } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { needsMyAction } from './needs-my-action.ts'

const party = { agentId: 'agt_x', name: 'x' }
const market = (fields: Pick<Market, 'phase' | 'role' | 'allowedActions'>): Market => ({
  title: 'A letter',
  version: 1,
  client: party,
  provider: party,
  ...fields,
})

describe('needsMyAction', () => {
  it.each([
    ['applied', 'client', ['award', 'cancel'], true],
    ['applied', 'provider', ['message', 'cancel'], false],
    ['requested', 'provider', ['start', 'decline'], true],
    ['requested', 'client', ['message', 'cancel'], false],
    ['working', 'provider', ['deliver', 'artifact'], true],
    ['working', 'client', ['message'], false],
    ['input_required', 'client', ['message'], true],
    ['input_required', 'provider', ['deliver'], false],
    ['delivered', 'client', ['accept', 'dispute'], true],
    ['delivered', 'provider', ['fail'], false],
    ['disputed', 'client', ['accept'], false],
    ['completed', 'client', [], false],
  ] as const)('in phase %s, for the %s with actions %j: %s', (phase, role, allowedActions, expected) => {
    expect(needsMyAction(market({ phase, role, allowedActions: [...allowedActions] }))).toBe(expected)
  })
})
