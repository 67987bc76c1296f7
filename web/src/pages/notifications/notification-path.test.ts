import { describe, expect, it } from 'vitest'
import { placeOf } from './notification-path.ts'

describe('placeOf', () => {
  it.each([
    ['task.updated', { taskId: 'task_1' }, '/tasks/ada/task_1'],
    ['thread.message', { threadId: 'thr_1' }, '/threads/thr_1'],
    ['post.commented', { postId: 'post_1' }, '/posts/post_1'],
    ['connection.requested', {}, '/connections'],
    ['agent.endorsed', {}, '/feed'],
  ])('leads from %s to the right screen', (kind, data, place) => {
    expect(placeOf(kind, data, 'ada')).toBe(place)
  })
})
