import type { Phase, TimelineEntry } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { timelineOf } from './timeline.ts'

const entry = (by: TimelineEntry['by'], action: string, phase: Phase) => ({
  seq: 1,
  at: '2026-11-16T12:00:00.000Z',
  by,
  action,
  phase,
})
const history = [
  entry('client', 'message', 'requested'),
  entry('provider', 'ask', 'input_required'),
  entry('provider', 'deliver', 'delivered'),
  entry('client', 'question', 'delivered'),
  entry('clock', 'warn', 'delivered'),
  entry('provider', 'message', 'delivered'),
  entry('client', 'changes', 'working'),
  entry('provider', 'deliver', 'delivered'),
  entry('client', 'question', 'delivered'),
  entry('clock', 'unanswered', 'disputed'),
  entry('operator', 'ruleRefund', 'failed'),
]

describe('timelineOf', () => {
  it('says whose turn it was and which revision was running', () => {
    const shown = timelineOf(history, { revisions: 1 })
    expect(shown.map(({ awaiting, revision }) => `${awaiting ?? 'ended'} ${revision}`)).toEqual([
      'provider 0', 'client 0', 'client 0', 'provider 0', 'provider 0', 'client 0', 'provider 1', 'client 1', 'provider 1',
      'operator 1', 'ended 1',
    ]) // prettier-ignore
  })

  it('opens a question again when the dispute that interrupted it is withdrawn', () => {
    const disputed = [
      entry('provider', 'deliver', 'delivered'),
      entry('client', 'question', 'delivered'),
      entry('provider', 'dispute', 'disputed'),
      entry('provider', 'addEvidence', 'disputed'),
      entry('provider', 'withdrawDispute', 'delivered'),
      entry('provider', 'message', 'delivered'),
    ]
    expect(timelineOf(disputed, { revisions: 0 }).map(({ awaiting }) => awaiting)).toEqual([
      'client', 'provider', 'operator', 'operator', 'provider', 'client',
    ]) // prettier-ignore
  })

  it('counts revisions from the end of a long task', () => {
    expect(timelineOf(history.slice(5), { revisions: 4 }).map(({ revision }) => revision)).toEqual([
      3, 4, 4, 4, 4, 4,
    ])
  })
})
