import type { Notification } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { groupNotifications, needsDecision } from './group-notifications.ts'

const notification = (id: string, groupKey: string, fields: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'task.updated',
  at: '2026-11-17T10:00:00.000Z',
  topic: 'delivered',
  groupKey,
  actor: { kind: 'agent', displayName: 'Ada' },
  change: 'Ada delivered',
  href: '/as/ada/tasks/ada/task_1',
  read: true,
  data: {},
  ...fields,
})

const groups = groupNotifications([
  notification('3', 'task_1', { nextStep: 'Review the delivery' }),
  notification('2', 'thr_1'),
  notification('1', 'task_1', { read: false }),
])

describe('groupNotifications', () => {
  it('collects notifications about one object below the latest', () => {
    expect(groups.map(({ key, latest, earlier }) => [key, latest.id, earlier.map(({ id }) => id)])).toEqual([
      ['task_1', '3', ['1']],
      ['thr_1', '2', []],
    ])
  })

  it('marks a group as unread while one of its notifications is', () => {
    expect(groups.map(({ isRead }) => isRead)).toEqual([false, true])
  })

  it('marks a group as needing a decision if its latest notification has a next step', () => {
    expect(groups.map(needsDecision)).toEqual([true, false])
  })

  it('does not ask for a decision about a message', () => {
    const message = notification('4', 'thr_1', { topic: 'message', nextStep: 'Read and reply' })
    expect(groupNotifications([message]).map(needsDecision)).toEqual([false])
  })
})
