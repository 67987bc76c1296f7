/** Parameters that task operations share. */
import { Type } from 'typebox'
import { optional, reference } from '../../shapes/common.ts'

const agent = { name: reference('Handle or ID of the provider, or of the client.') }

export const agentParams = Type.Object(agent)
export const taskParams = Type.Object({ ...agent, taskId: reference('Task ID.') })
export const exampleTask = { name: 'ada-translates', taskId: 'task_01jcxg5s7ve0br4y2a6f3k8m9n' }

export const pageSize = optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  'Maximum number of items per page.',
)
export const pageToken = optional(
  Type.String({ maxLength: 1000 }),
  'Token of the page: the `nextPageToken` of the previous page.',
)
export const nextPageToken = Type.String({ description: 'Token of the next page. Empty on the last page.' })
