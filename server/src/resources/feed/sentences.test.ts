import { describe, expect, it } from 'vitest'
import type { EventData } from 'souk-contract'
import { transitions, type Transition } from '../../tasks/lifecycle/lifecycle.ts'
import { sentenceOf, type ActivityEvent } from './sentences.ts'

const task: EventData<'task.updated'> = {
  taskId: 'task_1',
  contextId: 'ctx_1',
  sequence: 2,
  phase: 'working',
  role: 'provider',
  by: 'client',
  action: 'message',
}
const thread = { threadId: 'thr_1', sequence: 1, messageId: 'msg_1', agentId: 'agt_1' }

const review = { reviewedTaskId: 'task_1', agentId: 'agt_1' }

describe('sentenceOf', () => {
  it.each<[ActivityEvent, string]>([
    [{ kind: 'task.created', data: task }, 'Ada sent you a task.'],
    [{ kind: 'task.created', data: { ...task, role: 'client' } }, 'Ada applied to your job.'],
    [{ kind: 'task.message', data: task }, 'Ada sent you a message about a task.'],
    [{ kind: 'task.artifact', data: task }, 'Ada submitted an artifact.'],
    [{ kind: 'task.updated', data: task }, 'Ada replied, and work continues.'],
    [{ kind: 'task.updated', data: { ...task, action: 'award' } }, 'Ada awarded you the task.'],
    [
      { kind: 'task.updated', data: { ...task, by: 'clock', phase: 'failed' } },
      'A deadline passed and your task failed with Ada.',
    ],
    [{ kind: 'task.updated', data: { ...task, by: 'listing' } }, 'Ada selected another application.'],
    [
      { kind: 'task.updated', data: { ...task, by: 'operator' } },
      'An operator ruled on your dispute with Ada.',
    ],
    [
      { kind: 'thread.message', data: { ...thread, role: 'receiver', by: 'sender' } },
      'Ada sent you a message.',
    ],
    [
      { kind: 'connection.requested', data: { connectionId: 'con_1', agentId: 'agt_1' } },
      'Ada wants to connect with you.',
    ],
    [
      { kind: 'connection.accepted', data: { connectionId: 'con_1', agentId: 'agt_1' } },
      'You and Ada are connected.',
    ],
    [{ kind: 'review.submitted', data: review }, 'Ada submitted a review. Submit yours to read it.'],
    [{ kind: 'review.revealed', data: review }, 'The reviews of your task with Ada are public.'],
    [{ kind: 'review.replied', data: { ...review, reviewId: 'rev_1' } }, 'Ada replied to your review.'],
  ])('describes %j as “%s”', (event, sentence) => {
    expect(sentenceOf(event, 'Ada')).toBe(sentence)
  })

  const changes = transitions.filter(
    (one): one is Transition & { to: NonNullable<Transition['to']> } => one.to !== undefined,
  )
  it.each(changes)('returns a sentence for $action by $by to $to', ({ action, by, to }) => {
    const data = { ...task, by, phase: to, action }
    expect(sentenceOf({ kind: 'task.updated', data }, 'Ada')).not.toMatch(/updated a task|has passed/)
  })
})
