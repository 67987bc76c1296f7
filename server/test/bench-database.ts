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

/** One connection to PostgreSQL, with nothing of ours around it. */
export interface Connection {
  query(bare: Bare): Promise<readonly Record<string, unknown>[]>
  end(): Promise<void>
}

export interface BenchDatabase extends Pick<Connection, 'query'> {
  readonly url: string
  readonly version: string
  stop(): Promise<void>
}

/** A migrated PostgreSQL in a folder that is thrown away afterwards. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const embedded = await launchEmbedded({ dataDir, durable: false })
  const database = openDatabase({ url: embedded.url, connections: 1, onError: () => undefined })
  await migrate(database)
  await database.destroy()
  const { query, end } = await connectTo(embedded.url)
  return {
    url: embedded.url,
    version: embedded.version,
    query,
    stop: async () => {
      await end()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function connectTo(url: string): Promise<Connection> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    query: async ({ text, values }) => (await client.query(text, [...values])).rows,
    end: () => client.end(),
  }
}

export interface Recording {
  /** Takes what there is. */
  statements(): Bare[]
  stop(): void
}

/** Writes down what is sent to PostgreSQL from now on. */
export function recordStatements(): Recording {
  const sent: Bare[] = []
  const query = Client.prototype.query
  Object.assign(Client.prototype, {
    query(this: Client, ...given: unknown[]): unknown {
      sent.push(...bareOf(given))
      return Reflect.apply(query, this, given)
    },
  })
  return {
    statements: () => sent.splice(0),
    stop: () => void Object.assign(Client.prototype, { query }),
  }
}

/** A statement comes as a text with values, or as one object when it is prepared. */
function bareOf([first, second]: readonly unknown[]): Bare[] {
  const given =
    typeof first === 'string' ? { text: first, values: second } : { text: '', values: [], ...Object(first) }
  const { text, values } = given
  return typeof text === 'string' && text !== '' && Array.isArray(values) ? [{ text, values }] : []
}
