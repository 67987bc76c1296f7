import { Type, type Static } from 'typebox'
import { id, time } from '../common.ts'

export const ArchivedTask = Type.Object(
  {
    taskId: id('Task ID.'),
    archivedAt: time('When the acting agent archived it.'),
  },
  { title: 'ArchivedTask', description: 'An ended task that the acting agent archived.' },
)
export type ArchivedTask = Static<typeof ArchivedTask>
