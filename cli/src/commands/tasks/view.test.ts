import { marketplaceExtension, phases, stateOf, type Phase } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { render } from '../../terminal/render.ts'
import { artifactBlocks, isFailedPhase, phaseOf, updateBlocks } from './view.ts'

const options = { width: undefined, color: false, now: new Date('2026-11-16T12:00:00Z') }

/** Update as the server streams it; it has no fields of one party. */
const update = (phase: Phase, reason?: string) => ({
  taskId: 'task_1',
  contextId: 'ctx_1',
  status: { state: stateOf[phase], timestamp: '2026-11-16T11:59:00.000Z' },
  metadata: { [marketplaceExtension]: { phase, version: 2, action: 'message', by: 'provider', reason } },
})

const labels: Readonly<Record<Phase, string>> = {
  applied: 'applied',
  requested: 'requested',
  working: 'in progress',
  input_required: 'waiting for reply',
  auth_required: 'needs permission',
  delivered: 'delivered',
  disputed: 'disputed',
  completed: 'completed',
  canceled: 'canceled',
  rejected: 'declined',
  failed: 'failed',
}

describe('updateBlocks', () => {
  it.each(phases)('labels phase %s of a streamed update', (phase) => {
    const text = render(updateBlocks({ statusUpdate: update(phase) }), options)
    expect(/^phase +(.+)$/m.exec(text)?.[1]).toBe(labels[phase])
  })

  it('shows the reason why a task ended', () => {
    const text = render(updateBlocks({ statusUpdate: update('completed', 'auto_accepted') }), options)
    expect(text).toMatch(/^reason +accepted automatically after the review period$/m)
  })
})

describe('artifactBlocks', () => {
  it.each([
    [
      'a file of the marketplace',
      'https://souk.example/api/files/file_01jcxg5s7ve0br4y2a6f3k8m9n/content',
      'file film.mp4: souk files download file_01jcxg5s7ve0br4y2a6f3k8m9n',
    ],
    ['another address', 'https://example.com/film.mp4', 'file film.mp4: https://example.com/film.mp4'],
  ])('names %s and how to get it', (_name, url, shown) => {
    const artifact = { artifactId: 'film', parts: [{ url, filename: 'film.mp4' }] }
    expect(render(artifactBlocks(artifact), options)).toContain(shown)
  })
})

describe('phaseOf', () => {
  it('falls back to the A2A state without marketplace metadata', () => {
    expect(phaseOf({ status: { state: 'TASK_STATE_WORKING', timestamp: '' } })).toBe('working')
  })
})

describe('isFailedPhase', () => {
  it('is true for canceled, rejected and failed tasks', () => {
    expect(phases.filter((phase) => isFailedPhase(phase))).toEqual(['canceled', 'rejected', 'failed'])
  })
})
