import type { SqlStatement } from '../../server/test/fixtures/database/bench-database.ts'
import { startNode } from '../../server/test/fixtures/processes/bench-node.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { array } from '../lib/sql.ts'
import type { Environment } from '../lib/environment.ts'
import { readRequest, type SeededTask } from './seed.ts'

/** pgbench script with the statements that the server sends for one GET of a task. */
export async function pgbenchScript({ url }: Environment, tasks: readonly SeededTask[]): Promise<string> {
  const [first] = tasks
  if (first === undefined) return fail('no task')
  const statements = (await recordStatements(url, first)).map((bare) => withRandomTask(tasks, bare))
  return [`\\set n random(1, ${tasks.length})`, ...statements.map((statement) => `${statement};`), ''].join(
    '\n',
  )
}

/** Records the second call, for which the caller is cached. */
async function recordStatements(url: string, task: SeededTask): Promise<SqlStatement[]> {
  const node = await startNode(url)
  try {
    const { path, key } = readRequest(task)
    await node.get(path, key)
    // Clears the statements of workers and of earlier calls.
    node.takeStatements()
    await node.get(path, key)
    return node.takeStatements()
  } finally {
    await node.stop()
  }
}

/** Replaces the JSON batch of the server by the values of one random task. */
function withRandomTask(tasks: readonly SeededTask[], { text, values }: SqlStatement): string {
  const [batch] = values
  const [, columns] = /json_to_recordset\(\$1::json\) as r \(([^)]*)\)/.exec(text) ?? []
  if (typeof batch !== 'string' || columns === undefined)
    return fail(`not the statement that reads a task: ${text}`)
  const [first] = JSON.parse(batch)
  const any: Readonly<Record<string, string>> = {
    taskId: `(${array(tasks.map(({ taskId }) => taskId))})[:n]`,
    agentId: `(${array(tasks.map(({ clientId }) => clientId))})[:n]`,
    name: `(${array(tasks.map(({ providerName }) => providerName))})[:n]`,
    now: 'now()',
  }
  const plain = columns.split(',').map((column) => {
    const [name = '', type] = column.trim().replaceAll('"', '').split(' ')
    return `(${any[name] ?? first[name]})::${type} as "${name}"`
  })
  return text.replace(/\(select \* from json_to_recordset.*?limit \$2\)/s, `(select ${plain.join(', ')})`)
}
