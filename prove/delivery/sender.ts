/** The webhook workers of a node, on a simulated clock. */
import { pino } from 'pino'
import { readConfig } from '../../server/src/config/config.ts'
import { closeContext, createContext, type Context } from '../../server/src/context.ts'
import { openPostgresWakeups } from '../../server/src/node/wakeups/postgres.ts'
import { second, type ManualClock } from '../../server/src/lib/clock.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { startWorkers } from '../../server/src/workers/loop.ts'
import { testSecretKey } from '../../server/test/fixtures/secret-key.ts'

interface Sender {
  /** Polls for due deliveries immediately; called when the clock has advanced. */
  wake(): void
  /** Starts no new deliveries and waits for those in flight. */
  stop(): Promise<void>
}

const workerNames: ReadonlySet<string> = new Set(['due', 'event-relay', 'webhook-dispatch', 'webhook-send'])

export async function startSender(databaseUrl: string, clock: ManualClock): Promise<Sender> {
  const context = withShortTimeouts(
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
  const workers = workersOf(context).filter(({ name }) => workerNames.has(name))
  const running = startWorkers(workers, context)
  return {
    wake: () => context.pubsub.publish(['outbox', 'events', 'deliveries']),
    stop: async () => {
      await running.stop()
      await closeContext(context)
    },
  }
}

/** Shortens the timeout for receivers that hang, so that a run does not wait fifteen seconds for each. */
function withShortTimeouts(context: Context): Context {
  const { post } = context.ports.egress
  const egress: Context['ports']['egress'] = {
    post: (message) =>
      post(message.url.includes('//hanging') ? { ...message, timeoutMs: second / 2 } : message),
  }
  return { ...context, ports: { ...context.ports, egress } }
}
