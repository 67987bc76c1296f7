import { createMcpCalls } from '../../server/test/fixtures/mcp/mcp-calls.ts'
import { readRequest, seedTasks, type SeededTask } from '../get/seed.ts'
import { createTraders, withEnvironment, type Environment } from '../lib/environment.ts'
import { compare, measureInterleaved } from '../lib/measurements.ts'
import { explain } from '../lib/profile.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { BenchOptions, Scenario, ScenarioResult } from '../scenario.ts'

const taskCount = 64
const callers = 32

export const mcp: Scenario = {
  name: 'mcp',
  question: 'How many tasks are read per second by a tool call of MCP?',
  programs: { wrk: 'wrk' },
  run: (bench) => withEnvironment((environment) => run(bench, environment)),
}

async function run(bench: BenchOptions, environment: Environment): Promise<ScenarioResult> {
  bench.progress(`creating ${taskCount} tasks`)
  const { server, file } = environment
  const tasks = await seedTasks(server, await createTraders(environment, 8), taskCount)
  await environment.query('vacuum analyze')
  for (const task of tasks) await requireResult(server.origin, task)
  const toolCalls = await file('tools.txt', tasks.map(({ taskId, key }) => `${taskId} ${key}\n`).join(''))
  const httpCalls = await file('tasks.txt', requestLines('any', tasks.map(readRequest)))
  const load = { url: server.origin, connections: callers }
  const toolCall = new URL('tool-call.lua', import.meta.url)
  const contenders = {
    'tool call': (seconds: number) => wrk({ ...load, script: toolCall, data: toolCalls, seconds }),
    'HTTP call': (seconds: number) => wrk({ ...load, script: requests, data: httpCalls, seconds }),
  }
  const series = await measureInterleaved(contenders, bench, environment.drain)
  const row = compare({
    what: 'get a task by MCP, 32 callers',
    unit: 'tasks/s',
    ours: series('tool call'),
    peer: 'our HTTP+JSON, the same task',
    theirs: series('HTTP call'),
    target: { atLeast: 0.8 },
  })
  const profiles = await explain(environment, bench, [row], {
    [row.what]: () => contenders['tool call'](bench.seconds),
  })
  return { postgres: environment.version, rows: [row], ...profiles }
}

/** A refused tool call has the status 200, which wrk counts as a success. */
async function requireResult(origin: string, { taskId, key }: SeededTask): Promise<void> {
  const { isError, output } = await createMcpCalls(origin, key).call('get_task', { taskId })
  if (isError || Object.keys(output).length === 0) throw new Error(`get_task returned no task: ${taskId}`)
}
