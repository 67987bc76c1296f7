import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { closeContext, createContext } from '../src/context.ts'
import { systemClock } from '../src/lib/clock.ts'
import { countWords } from '../src/search/count-words.ts'
import { recordStatements, type Bare } from './bench-database.ts'

export interface BenchNode {
  /** Asks the whole application, without a socket, and answers how many were found. */
  ask(path: string): Promise<number>
  /** What it has sent to PostgreSQL since the last time. */
  statements(): Bare[]
  countWords(): Promise<void>
  stop(): Promise<void>
}

/** The application with one connection and without its workers, so that nothing else runs meanwhile. */
export async function startNode(databaseUrl: string): Promise<BenchNode> {
  const statements = recordStatements()
  const context = createContext({
    config: { ...readConfig({}), databaseConnections: 1, rateLimitScale: 1_000_000 },
    clock: systemClock,
    log: pino({ level: 'error' }),
    databaseUrl,
    secretKey: 'a secret key that only a bench uses, long enough',
    passwordCost: { memoryKiB: 1024, passes: 1 },
  })
  const app = await buildApp(context)
  await app.ready()
  return {
    ask: async (path) => {
      const answer = await app.inject({ method: 'GET', url: path, headers: { 'a2a-version': '1.0' } })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
      const body = answer.json()
      return (body.data?.items ?? body.agents).length
    },
    statements,
    countWords: async () => {
      await countWords(context)
    },
    stop: async () => {
      await app.close()
      await closeContext(context)
    },
  }
}
