/** The server that is filled: one that is there already, or one that exists only for this. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Place {
  readonly url: string
  /** Resolves when the signal is given; rejects when the server ends before. */
  stays(signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const farewellMs = 12_000

/** Somebody else's server, which is left as it is. */
export function visitPlace(url: string): Place {
  return {
    url: url.replace(/\/+$/, ''),
    stays: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** A server of our own, with its data in a folder that goes away with it. */
export async function openPlace(signal: AbortSignal): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-world-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = startServer(url, join(folder, 'data'))
  const ended = once(child, 'exit')
  const gone = ended.then(() => Promise.reject(new Error('The marketplace has ended by itself.')))
  const close = async () => {
    await farewell(child, ended)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    await Promise.race([whenReady(child), gone, given(signal).then(() => signal.throwIfAborted())])
  } catch (error) {
    await close()
    throw error
  }
  return { url, close, stays: (until) => Promise.race([given(until), gone]) }
}

function startServer(url: string, dataDir: string): ChildProcess {
  // Nothing of the caller's environment goes along: a real database or a real payment key must not be found.
  const { PATH, TMPDIR, LD_LIBRARY_PATH } = process.env
  return spawn(process.execPath, ['server/start.mjs'], {
    cwd: root,
    env: {
      PATH,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // All these people come from one address within a minute.
      RATE_LIMIT_SCALE: '100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Away from the terminal, so that Ctrl-C reaches us alone, and the server is ended in order.
    detached: true,
  })
}

async function whenReady({ stdout }: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve) => {
    stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-5000)
      if (output.includes('Souk is ready.')) resolve()
    })
  })
}

async function given(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function farewell(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), farewellMs)
  await ended
  clearTimeout(timer)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
