import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { fail } from '../../server/test/fixtures/harness.ts'
import { endWithTests } from '../../server/test/fixtures/programs.ts'

export interface Child {
  /** Resolves when it works. */
  readonly ready: Promise<void>
  tell(now: Date): void
  /** As when the power goes. */
  kill(): Promise<void>
}

export interface Program {
  start(databaseUrl: string, now: Date): Child
  remove(): Promise<void>
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The sender in one file, which starts in a third of the time; it lies where its packages are found. */
export async function buildProgram(): Promise<Program> {
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
    start: (databaseUrl, now) => startChild(file, databaseUrl, now),
    remove: () => rm(file, { force: true }),
  }
}

function startChild(file: string, databaseUrl: string, now: Date): Child {
  const child = fork(file, [databaseUrl, now.toISOString()], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  endWithTests(child)
  const exited = once(child, 'exit')
  const ready = Promise.race([
    once(child, 'message').then(() => undefined),
    exited.then(() => fail('a sender has ended by itself')),
  ])
  // Whoever never waits for it does not care why.
  ready.catch(() => undefined)
  return {
    ready,
    tell: (time) => {
      if (child.connected) child.send(time.getTime())
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
