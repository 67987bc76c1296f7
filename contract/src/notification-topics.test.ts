import { describe, expect, it } from 'vitest'
import { notifyingKinds } from './events.ts'
import { topicOf, topicRules } from './notification-topics.ts'

describe('topicOf', () => {
  it('has a rule without conditions for every kind that notifies', () => {
    const unconditional = topicRules.filter(
      ({ action, phase, reason, by }) => !(action ?? phase ?? reason ?? by),
    )
    expect(unconditional.map(({ kind }) => kind).toSorted()).toEqual([...notifyingKinds].toSorted())
  })

  it.each([
    ['request', 'task.created', { action: 'message' }],
    ['awarded', 'task.updated', { action: 'award', phase: 'working', by: 'client' }],
    ['question', 'task.message', { action: 'question', phase: 'delivered' }],
    ['question', 'task.updated', { action: 'ask', phase: 'input_required' }],
    ['delivered', 'task.updated', { action: 'deliver', phase: 'delivered' }],
    ['outcome', 'task.updated', { action: 'deliver', phase: 'completed', reason: 'done' }],
    ['changes', 'task.updated', { action: 'changes', phase: 'working', by: 'client' }],
    ['progress', 'task.updated', { action: 'start', phase: 'working', by: 'provider' }],
    ['dispute', 'task.updated', { action: 'dispute', phase: 'disputed' }],
    ['offer', 'task.dispute', { action: 'offer' }],
    ['dispute', 'task.dispute', { action: 'addEvidence' }],
    ['ruling', 'task.updated', { action: 'ruleSplit', phase: 'completed', reason: 'ruled' }],
    ['outcome', 'task.updated', { action: 'accept', phase: 'completed', reason: 'accepted' }],
    ['message', 'task.message', { action: 'message' }],
  ] as const)('is %s for %s %j', (topic, kind, data) => expect(topicOf(kind, data)).toBe(topic))
})
