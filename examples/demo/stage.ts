/** The only place that starts processes and makes files; when it is cleared, nothing is left of either. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const playMs = 120_000
const farewellMs = 12_000

export class Stage {
  readonly folder: string
  readonly #children: ChildProcess[] = []
  readonly #end = new AbortController()
  readonly #limit = setTimeout(() => this.stop('It took too long.'), playMs)

  static async open(): Promise<Stage> {
    return new Stage(await mkdtemp(join(tmpdir(), 'souk-demo-')))
  }

  private constructor(folder: string) {
    this.folder = folder
    this.#limit.unref()
  }

  /** Aborted with the reason when the play cannot go on; everything that waits listens to it. */
  get signal(): AbortSignal {
    return this.#end.signal
  }

  stop(reason: string): void {
    this.#end.abort(new Error(reason))
  }

  /** Starts a program of this repository; answers once its output contains `sign`. */
  async start(program: readonly string[], sign: string, environment: Record<string, string>): Promise<void> {
    // Nothing of the caller's environment goes along: the demo must not find a real database or a real payment key.
    const { PATH, TMPDIR } = process.env
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Away from the terminal, so that Ctrl-C reaches the demo alone, which then ends them in order.
      detached: true,
    })
    this.#children.push(child)
    let output = ''
    const started = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-5000)
          if (output.includes(sign)) resolve()
        })
      }
    })
    const name = program.at(-1) ?? ''
    child.once('error', (error) => this.stop(`${name} cannot be started: ${error.message}`))
    child.once('exit', () => this.stop(`${name} has ended.\n${output.trim()}`))
    await this.orStop(started)
  }

  /** Waits for something, but not when the play has been stopped. */
  async orStop<T>(promise: Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    return Promise.race([promise, once(this.signal, 'abort').then(() => Promise.reject(this.signal.reason))])
  }

  /** Asks until there is an answer. */
  async until<T>(ask: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      this.signal.throwIfAborted()
      const answer = await ask()
      if (answer !== undefined) return answer
      await delay(150)
    }
  }

  /** Ends every process by its id, the last one first, and removes the folder. */
  async clear(): Promise<void> {
    clearTimeout(this.#limit)
    for (const child of this.#children.toReversed()) await farewell(child)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function farewell(child: ChildProcess): Promise<void> {
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  if (!isRunning()) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), farewellMs)
  await ended
  clearTimeout(timer)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
