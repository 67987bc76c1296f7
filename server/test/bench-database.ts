import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { launchEmbedded } from '../src/db/embedded/launch.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/pool.ts'

/** A statement as it goes over the wire, with nothing of ours around it. */
export interface Bare {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface BenchDatabase {
  readonly url: string
  readonly version: string
  /** Sends a statement over one connection of its own. */
  query(bare: Bare): Promise<readonly Record<string, unknown>[]>
  stop(): Promise<void>
}

/** A migrated PostgreSQL in a folder that is thrown away afterwards. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const embedded = await launchEmbedded({ dataDir, durable: false })
  const database = openDatabase({ url: embedded.url, connections: 1, onError: () => undefined })
  await migrate(database)
  await database.destroy()
  const client = new Client({ connectionString: embedded.url })
  await client.connect()
  return {
    url: embedded.url,
    version: embedded.version,
    query: async ({ text, values }) => (await client.query(text, [...values])).rows,
    stop: async () => {
      await client.end()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Writes down what is sent to PostgreSQL over connections opened from now on; the answer takes what there is. */
export function recordStatements(): () => Bare[] {
  const sent: Bare[] = []
  const query = Client.prototype.query
  Object.assign(Client.prototype, {
    query(this: Client, ...given: unknown[]): unknown {
      sent.push(...bareOf(given))
      return Reflect.apply(query, this, given)
    },
  })
  return () => sent.splice(0)
}

/** A statement comes as a text with values, or as one object when it is prepared. */
function bareOf([first, second]: readonly unknown[]): Bare[] {
  const given =
    typeof first === 'string' ? { text: first, values: second } : { text: '', values: [], ...Object(first) }
  const { text, values } = given
  return typeof text === 'string' && text !== '' && Array.isArray(values) ? [{ text, values }] : []
}
