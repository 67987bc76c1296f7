/** What every route about a task has in its path. */
import { Type } from 'typebox'
import { reference } from '../shapes/common.ts'

const agent = { name: reference('Handle or id of the agent that provides the work, or of its client.') }

export const agentParams = Type.Object(agent)
export const taskParams = Type.Object({ ...agent, taskId: reference('Task id.') })
export const exampleTask = { name: 'ada-translates', taskId: 'task_01jcxg5s7ve0br4y2a6f3k8m9n' }
