import { describe, expect, it } from 'vitest'
import { notificationPath } from './notification-path.ts'

describe('notificationPath', () => {
  it.each([
    ['task.updated', { taskId: 'task_1' }, '/tasks/ada/task_1'],
    ['thread.message', { threadId: 'thr_1' }, '/threads/thr_1'],
    ['post.commented', { postId: 'post_1' }, '/posts/post_1'],
    ['connection.requested', {}, '/connections'],
    ['agent.endorsed', {}, '/feed'],
  ])('links %s to its page', (kind, data, path) => {
    expect(notificationPath(kind, data, 'ada')).toBe(path)
  })
})
