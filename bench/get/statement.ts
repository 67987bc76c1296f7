import type { Bare } from '../../server/test/fixtures/bench-database.ts'
import { startNode } from '../../server/test/fixtures/bench-node.ts'
import { fail } from '../../server/test/fixtures/harness.ts'
import { array } from '../lib/sql.ts'
import type { World } from '../lib/environment.ts'
import { reading, type Planted } from './seed.ts'

/** The very statements that the application sends for one GET of a task, for pgbench to send with any of the tasks. */
export async function readingScript({ url }: World, tasks: readonly Planted[]): Promise<string> {
  const [first] = tasks
  if (first === undefined) return fail('no task')
  const statements = (await recorded(url, first)).map((bare) => withAnyOf(tasks, bare))
  return [`\\set n random(1, ${tasks.length})`, ...statements.map((statement) => `${statement};`), ''].join(
    '\n',
  )
}

/** What is sent the second time, when the caller is known already. */
async function recorded(url: string, task: Planted): Promise<Bare[]> {
  const node = await startNode(url)
  try {
    const { path, key } = reading(task)
    await node.get(path, key)
    node.statements()
    await node.get(path, key)
    return node.statements()
  } finally {
    await node.stop()
  }
}

/** pgbench asks for one task by plain values, where the server sends those of all who ask at once as JSON. */
function withAnyOf(tasks: readonly Planted[], { text, values }: Bare): string {
  const [wanted] = values
  const [, columns] = /json_to_recordset\(\$1::json\) as r \(([^)]*)\)/.exec(text) ?? []
  if (typeof wanted !== 'string' || columns === undefined) return fail(`not the statement of a task: ${text}`)
  const [first] = JSON.parse(wanted)
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
