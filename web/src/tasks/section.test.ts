import type { Market, TaskAction } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { sectionOf } from './section.ts'

const party = { agentId: 'agt_x', name: 'ada' }
const market = (fields: Partial<Market>): Market => ({
  title: 'A letter',
  phase: 'requested',
  role: 'client',
  allowedActions: [],
  version: 1,
  client: party,
  provider: party,
  ...fields,
})

describe('sectionOf', () => {
  it.each<[Market['role'], Market['phase'], TaskAction[], string]>([
    ['client', 'applied', ['award'], 'attention'],
    ['provider', 'applied', [], 'waiting'],
    ['client', 'requested', ['cancel'], 'waiting'],
    ['provider', 'requested', ['start', 'decline'], 'attention'],
    ['client', 'working', ['cancel'], 'progress'],
    ['provider', 'working', ['deliver'], 'progress'],
    ['client', 'input_required', ['message'], 'attention'],
    ['client', 'delivered', ['accept'], 'attention'],
    ['provider', 'delivered', [], 'waiting'],
    ['client', 'disputed', ['offer'], 'waiting'],
    ['client', 'disputed', ['respond'], 'attention'],
    ['provider', 'disputed', ['settle'], 'attention'],
  ])('puts a task of the %s that is %s and allows %s under %s', (role, phase, allowedActions, section) => {
    expect(sectionOf(market({ role, phase, allowedActions }))).toBe(section)
  })

  it('puts an ended task under closed', () => {
    expect(sectionOf(market({ phase: 'completed', reason: 'accepted' }))).toBe('closed')
  })
})
