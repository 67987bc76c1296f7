import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { closeContext, createContext } from '../src/context.ts'
import { systemClock } from '../src/lib/clock.ts'
import { countWords } from '../src/search/build-vocabulary.ts'
import { recordStatements, type Bare } from './bench-database.ts'

export interface BenchNode {
  /** Asks the whole application, without a socket, and answers what it says. */
  get(path: string, key?: string): Promise<Answered>
  /** What it has sent to PostgreSQL since the last time. */
  statements(): Bare[]
  countWords(): Promise<void>
  stop(): Promise<void>
}

/** As much of an answer as a bench looks at. */
interface Answered {
  readonly data?: { readonly items: readonly unknown[] }
  readonly agents?: readonly unknown[]
}

/** The application with one connection and without its workers, so that nothing else runs meanwhile. */
export async function startNode(databaseUrl: string): Promise<BenchNode> {
  const recording = recordStatements()
  const context = await createContext({
    config: {
      ...readConfig({}),
      databaseConnections: 1,
      rateLimitScale: 1_000_000,
      storage: { unverifiedBytes: 1e12, verifiedBytes: 1e12 },
    },
    clock: systemClock,
    log: pino({ level: 'error' }),
    databaseUrl,
    secretKey: 'a secret key that only a bench uses, long enough',
    passwordCost: { memoryKiB: 1024, passes: 1 },
  })
  const app = await buildApp(context)
  await app.ready()
  return {
    get: async (path, key) => {
      const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
      const headers = { 'a2a-version': '1.0', ...authorization }
      const answer = await app.inject({ method: 'GET', url: path, headers })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    statements: recording.statements,
    countWords: async () => {
      await countWords(context)
    },
    stop: async () => {
      recording.stop()
      await app.close()
      await closeContext(context)
    },
  }
}
