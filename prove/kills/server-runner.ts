/** A server process that is restarted at the same address. */
import { testSecretKey } from '../../server/test/fixtures/secret-key.ts'
import { startServer, type ServerProcess } from '../../server/test/fixtures/processes/server-process.ts'
import { ClaimViolation, assertClaim } from '../suite.ts'
import type { Cluster } from './cluster.ts'

export interface ServerRunner {
  readonly call: ServerProcess['call']
  start(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Holds back callers while the server is down. */
  readonly gate: Gate
  /** The end of its output. */
  output(): string
}

interface Gate {
  close(): void
  open(): void
  /** Rejects when the server has exited unexpectedly. */
  opened(): Promise<void>
}

export function createServerRunner(
  cluster: Cluster,
  environment: Readonly<Record<string, string>>,
): ServerRunner {
  let server: ServerProcess | undefined
  let finalOutput: string | undefined
  const settings = {
    SECRET_KEY: testSecretKey,
    RATE_LIMIT_SCALE: '1000000',
    OPEN_TASKS_MAX: '1000000',
    STORAGE_UNVERIFIED_MB: '1000000',
    LOG_LEVEL: 'error',
    DATABASE_CONNECTIONS: '10',
    ...environment,
  }
  const start = async () => {
    const started = await startServer('prove', cluster, settings).catch((error: unknown) => {
      throw new ClaimViolation(`the server does not start: ${String(error)}`)
    })
    server = started
    finalOutput = undefined
    void watch(started)
  }
  const watch = async (started: ServerProcess) => {
    await started.exited
    if (server === started) finalOutput = started.output().slice(-2000)
  }
  return {
    call: (operation, input, options) => running(server).call(operation, input, options),
    start,
    kill: async () => {
      await server?.stop('SIGKILL')
    },
    output: () => running(server).output().slice(-2000),
    gate: createGate(() =>
      assertClaim(finalOutput === undefined, `the server exited unexpectedly: ${finalOutput}`),
    ),
  }
}

function running(server: ServerProcess | undefined): ServerProcess {
  if (server === undefined) throw new Error('no server was started')
  return server
}

function createGate(check: () => void): Gate {
  let opened = Promise.resolve()
  let open: () => void = () => undefined
  return {
    close: () => {
      opened = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
    opened: async () => {
      await opened
      check()
    },
  }
}
