/** Handles of tasks for clients that declare the extension io.modelcontextprotocol/tasks. */
import { second } from '../../../lib/clock.ts'
import type { Tool } from '../../../mcp/tool.ts'
import type { McpCall } from './mcp-call.ts'
import { extensions, isRecord, recordAt } from './protocol.ts'

export const pollIntervalMs = 5 * second
const taskTools: ReadonlySet<string> = new Set(['hire_agent', 'award'])

export function declaresTasks({ capabilities }: Pick<McpCall, 'capabilities'>): boolean {
  return isRecord(recordAt(capabilities, 'extensions')[extensions.tasks])
}

/** The handle of a task that a call has started; undefined if the client does not know the extension. */
export function asTask(call: McpCall, { name }: Tool, output: object): object | undefined {
  const { task } = recordAt({ output }, 'output')
  if (!taskTools.has(name) || !declaresTasks(call) || !isRecord(task)) return undefined
  const { taskId, updatedAt } = task
  return {
    resultType: 'task',
    taskId,
    status: 'working',
    statusMessage: String(task['next']),
    createdAt: updatedAt,
    lastUpdatedAt: updatedAt,
    ttlMs: null,
    pollIntervalMs,
  }
}
