/** Starts child processes and owns the temporary folder; `clear` removes all of them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const timeoutMs = 120_000
const shutdownMs = 12_000

export class ProcessGroup {
  readonly folder: string
  readonly #children: ChildProcess[] = []
  readonly #end = new AbortController()
  readonly #limit = setTimeout(() => this.stop('It took too long.'), timeoutMs)

  static async open(): Promise<ProcessGroup> {
    return new ProcessGroup(await mkdtemp(join(tmpdir(), 'souk-demo-')))
  }

  private constructor(folder: string) {
    this.folder = folder
    this.#limit.unref()
  }

  /** Aborted with the reason when the demo cannot continue. */
  get signal(): AbortSignal {
    return this.#end.signal
  }

  stop(reason: string): void {
    this.#end.abort(new Error(reason))
  }

  /** Starts a program of this repository; resolves once its output contains `sign`. */
  async start(program: readonly string[], sign: string, environment: Record<string, string>): Promise<void> {
    // The environment is not inherited: the demo must not use a real database or payment key.
    const { PATH, TMPDIR } = process.env
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Detached from the terminal, so that Ctrl-C only reaches the demo, which then stops the children in order.
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
    child.once('error', (error) => this.stop(`${name} could not be started: ${error.message}`))
    child.once('exit', () => this.stop(`${name} has ended.\n${output.trim()}`))
    await this.orAborted(started)
  }

  /** Waits for a promise; rejects when the demo is stopped. */
  async orAborted<T>(promise: Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    return Promise.race([promise, once(this.signal, 'abort').then(() => Promise.reject(this.signal.reason))])
  }

  /** Polls until there is a result. */
  async until<T>(poll: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      this.signal.throwIfAborted()
      const result = await poll()
      if (result !== undefined) return result
      await delay(150)
    }
  }

  /** Stops every process, the last one first, and removes the folder. */
  async clear(): Promise<void> {
    clearTimeout(this.#limit)
    for (const child of this.#children.toReversed()) await shutDown(child)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function shutDown(child: ChildProcess): Promise<void> {
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  if (!isRunning()) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownMs)
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
