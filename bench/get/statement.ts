import type { Bare } from '../../server/test/bench-database.ts'
import { startNode } from '../../server/test/bench-node.ts'
import { fail } from '../../server/test/harness.ts'
import { array, quoted } from '../lib/sql.ts'
import type { World } from '../lib/world.ts'
import { reading, type Planted } from './plant.ts'

/** The very statements that the application sends for one GET of a task, for pgbench to send with any of the tasks. */
export async function readingScript({ url }: World, tasks: readonly Planted[]): Promise<string> {
  const [first] = tasks
  if (first === undefined) return fail('no task')
  const statements = (await recorded(url, first)).map((bare) => withAnyOf(tasks, first, bare))
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

function withAnyOf(tasks: readonly Planted[], first: Planted, { text, values }: Bare): string {
  const fields = ['taskId', 'clientId', 'providerName'] as const
  const literal = (value: unknown): string => {
    const field = fields.find((name) => first[name] === value)
    if (field !== undefined) return `(${array(tasks.map((task) => task[field]))})[:n]`
    if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`
    if (value instanceof Date) return 'now()'
    return typeof value === 'string' ? quoted(value) : String(value)
  }
  return text.replaceAll(/\$(\d+)/g, (_match, place: string) => literal(values[Number(place) - 1]))
}
