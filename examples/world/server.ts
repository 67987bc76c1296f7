/** The server to fill: an existing one or a temporary one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TargetServer {
  readonly url: string
  /** Resolves when the signal is aborted; rejects if the server exits first. */
  untilStopped(signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const shutdownMs = 12_000

/** An existing server, which is not stopped. */
export function existingServer(url: string): TargetServer {
  return {
    url: url.replace(/\/+$/, ''),
    untilStopped: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** Starts a server whose data is deleted with it. */
export async function launchServer(signal: AbortSignal): Promise<TargetServer> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-world-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = startServer(url, join(folder, 'data'))
  const ended = once(child, 'exit')
  const gone = ended.then(() => Promise.reject(new Error('The marketplace exited unexpectedly.')))
  const close = async () => {
    await shutDown(child, ended)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    await Promise.race([whenReady(child), gone, aborted(signal).then(() => signal.throwIfAborted())])
  } catch (error) {
    await close()
    throw error
  }
  return { url, close, untilStopped: (until) => Promise.race([aborted(until), gone]) }
}

function startServer(url: string, dataDir: string): ChildProcess {
  // The environment is not inherited: the demo must not use a real database or payment key.
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
      // All requests come from one address within a minute.
      RATE_LIMIT_SCALE: '100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Detached from the terminal, so that Ctrl-C only reaches this process, which then stops the server.
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

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function shutDown(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownMs)
  await ended
  clearTimeout(timer)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}
