import { describe, expect, it } from 'vitest'
import type { ApprovalGate } from 'souk-contract'
import { limitNote } from './limit-note.ts'

const gate = (award: ApprovalGate['rules']['award'], changes: Partial<ApprovalGate> = {}) => ({
  mode: 'enforce' as const,
  killSwitch: false,
  rules: award === undefined ? {} : { award },
  ...changes,
})
const above = { amount: 2500, currency: 'USD' }

describe('limitNote', () => {
  it.each([
    ['no gate', undefined, 'Above the limit,'],
    ['no rule', gate(undefined), 'Above the limit,'],
    ['a gate that is off', gate({ effect: 'deny' }, { mode: 'off' }), 'Above the limit,'],
    ['a rule that allows', gate({ effect: 'allow' }), 'Above the limit,'],
    [
      'approval of every hire',
      gate({ effect: 'requireApproval' }),
      'Your rules require approval of every hire',
    ],
    ['approval above an amount', gate({ effect: 'requireApproval', above }), 'Above $25 for one task'],
    ['refusal', gate({ effect: 'deny' }), 'Your rules refuse every hire'],
    ['refusal above an amount', gate({ effect: 'deny', above }), 'Your rules refuse hires above $25'],
    ['a stopped agent', gate(undefined, { killSwitch: true }), 'All activity of this agent is stopped'],
  ])('describes %s', (_case, value, text) => {
    expect(limitNote(value)).toContain(text)
  })
})
