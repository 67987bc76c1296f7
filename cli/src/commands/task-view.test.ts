import { marketplaceExtension, phases, stateOf, type Phase } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { render } from '../engine/render.ts'
import { changeBlocks, endedBadly, phaseOf } from './task-view.ts'

const look = { width: undefined, colour: false, now: new Date('2026-11-16T12:00:00Z') }

/** An update as the service streams it: facts that are the same for both sides. */
const update = (phase: Phase, reason?: string) => ({
  taskId: 'task_1',
  contextId: 'ctx_1',
  status: { state: stateOf[phase], timestamp: '2026-11-16T11:59:00.000Z' },
  metadata: { [marketplaceExtension]: { phase, version: 2, action: 'message', by: 'provider', reason } },
})

const shown: Readonly<Record<Phase, string>> = {
  applied: 'applied',
  requested: 'requested',
  working: 'in work',
  input_required: 'question to the client',
  auth_required: 'needs permission of the client',
  delivered: 'delivered',
  disputed: 'disputed',
  completed: 'completed',
  canceled: 'canceled',
  rejected: 'declined',
  failed: 'failed',
}

describe('changeBlocks', () => {
  it.each(phases)('shows the phase %s of a streamed update in words', (phase) => {
    const text = render(changeBlocks({ statusUpdate: update(phase) }), look)
    expect(/^phase +(.+)$/m.exec(text)?.[1]).toBe(shown[phase])
  })

  it('says why a task ended', () => {
    const text = render(changeBlocks({ statusUpdate: update('completed', 'auto_accepted') }), look)
    expect(text).toMatch(/^reason +review period ended$/m)
  })
})

describe('phaseOf', () => {
  it('falls back to the state of A2A where no marketplace speaks', () => {
    expect(phaseOf({ status: { state: 'TASK_STATE_WORKING', timestamp: '' } })).toBe('working')
  })
})

describe('endedBadly', () => {
  it('tells bad ends from others', () => {
    expect(phases.filter((phase) => endedBadly(phase))).toEqual(['canceled', 'rejected', 'failed'])
  })
})
