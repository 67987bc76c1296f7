/** The real server at its one address, however often it is started. */
import { testSecretKey } from '../../server/test/fixtures/secret-key.ts'
import { startServer, type ServerProcess } from '../../server/test/fixtures/server-process.ts'
import { ClaimViolation, assertClaim } from '../suite.ts'
import type { Cluster } from './cluster.ts'

export interface Runner {
  readonly call: ServerProcess['call']
  start(): Promise<void>
  /** Without a word, as `kill -9` does it. */
  kill(): Promise<void>
  /** Callers that were cut off wait here instead of knocking all the time. */
  readonly door: Door
  /** The last of what it has written. */
  said(): string
}

export interface Door {
  shut(): void
  open(): void
  /** Fails when there is nobody behind it any more. */
  opened(): Promise<void>
}

export function createRunner(cluster: Cluster, environment: Readonly<Record<string, string>>): Runner {
  let server: ServerProcess | undefined
  let lastWords: string | undefined
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
    lastWords = undefined
    void watch(started)
  }
  const watch = async (started: ServerProcess) => {
    await started.exited
    if (server === started) lastWords = started.output().slice(-2000)
  }
  return {
    call: (operation, input, options) => running(server).call(operation, input, options),
    start,
    kill: async () => {
      await server?.stop('SIGKILL')
    },
    said: () => running(server).output().slice(-2000),
    door: createDoor(() =>
      assertClaim(lastWords === undefined, `the server has ended by itself: ${lastWords}`),
    ),
  }
}

function running(server: ServerProcess | undefined): ServerProcess {
  if (server === undefined) throw new Error('no server was started')
  return server
}

function createDoor(check: () => void): Door {
  let opened = Promise.resolve()
  let open: () => void = () => undefined
  return {
    shut: () => {
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
