/** The workers that bring events to webhooks, as every node runs them, with a clock that is moved by hand. */
import { pino } from 'pino'
import { readConfig } from '../../server/src/config.ts'
import { closeContext, createContext, type Context } from '../../server/src/context.ts'
import { openPostgresWakeups } from '../../server/src/node/wakeups/postgres.ts'
import { second, type HandClock } from '../../server/src/lib/clock.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { startWorkers } from '../../server/src/workers/loop.ts'
import { testSecretKey } from '../../server/test/fixtures/secret-key.ts'

export interface Sender {
  /** The time has moved: what is due now is looked for at once. */
  wake(): void
  /** Lets what is under way end, and starts nothing more. */
  stop(): Promise<void>
}

const names: ReadonlySet<string> = new Set(['event-relay', 'webhook-dispatch', 'webhook-send'])

export async function startSender(databaseUrl: string, clock: HandClock): Promise<Sender> {
  const context = impatient(
    await createContext({
      config: { ...readConfig({}), databaseConnections: 10 },
      clock,
      log: pino({ level: 'silent' }),
      databaseUrl,
      secretKey: testSecretKey,
      passwordCost: { memoryKiB: 1024, passes: 1 },
      openWakeups: openPostgresWakeups,
    }),
  )
  const workers = workersOf(context).filter(({ name }) => names.has(name))
  const running = startWorkers(workers, context)
  return {
    wake: () => context.pubsub.publish(['outbox', 'events', 'deliveries']),
    stop: async () => {
      await running.stop()
      await closeContext(context)
    },
  }
}

/** Nobody waits fifteen seconds for those who never answer; everybody else has all the time that they have elsewhere. */
function impatient(context: Context): Context {
  const { post } = context.ports.egress
  const egress: Context['ports']['egress'] = {
    post: (message) =>
      post(message.url.includes('//hanging') ? { ...message, timeoutMs: second / 2 } : message),
  }
  return { ...context, ports: { ...context.ports, egress } }
}
