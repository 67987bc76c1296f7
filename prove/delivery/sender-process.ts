import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { fail } from '../../server/test/fixtures/fail.ts'
import { endWithTests } from '../../server/test/fixtures/processes/programs.ts'

export interface SenderProcess {
  /** Resolves when the process has started its workers. */
  readonly ready: Promise<void>
  setTime(now: Date): void
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

export interface SenderBundle {
  start(databaseUrl: string, now: Date): SenderProcess
  remove(): Promise<void>
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Bundles the sender, which cuts its start time to a third; the file must lie where Node resolves its packages. */
export async function bundleSender(): Promise<SenderBundle> {
  const file = pathOf(`../../node_modules/.cache/souk-sender-${process.pid}.mjs`)
  await build({
    entryPoints: [pathOf('sender-main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    packages: 'external',
    alias: { 'souk-contract': pathOf('../../contract/src/index.ts') },
  })
  return {
    start: (databaseUrl, now) => startSenderProcess(file, databaseUrl, now),
    remove: () => rm(file, { force: true }),
  }
}

function startSenderProcess(file: string, databaseUrl: string, now: Date): SenderProcess {
  const child = fork(file, [databaseUrl, now.toISOString()], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  endWithTests(child)
  const exited = once(child, 'exit')
  const ready = Promise.race([
    once(child, 'message').then(() => undefined),
    exited.then(() => fail('a sender exited unexpectedly')),
  ])
  // Prevents an unhandled rejection when `ready` is not awaited.
  ready.catch(() => undefined)
  return {
    ready,
    setTime: (time) => {
      if (child.connected) child.send(time.getTime())
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
