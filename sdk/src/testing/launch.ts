/** Starts the real server as a process of its own, under a guard that outlives the test just long enough to tidy up. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Launched {
  readonly url: string
  stop(): Promise<void>
}

export interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Somebody may take the free port before the server does. */
const portsTried = 3

export async function launchServer(options: LaunchOptions): Promise<Launched> {
  const start = findServer()
  for (let tried = 1; ; tried += 1) {
    const port = await freePort()
    const address = { HOST: '127.0.0.1', PORT: String(port) }
    const guard = startGuard(start, { ...address, WEB_DIR: '', ...options.settings })
    const outcome = await ready(guard, options.timeoutMs)
    if (outcome === 'ready') return { url: `http://127.0.0.1:${port}`, stop: () => stop(guard) }
    await stop(guard)
    if (tried >= portsTried || !outcome.includes('EADDRINUSE')) {
      throw new Error(`The marketplace did not start.\n${outcome.trim()}`)
    }
  }
}

function findServer(): string {
  try {
    return createRequire(import.meta.url).resolve('souk-server/start.mjs')
  } catch (cause) {
    const message =
      'souk-sdk/testing starts the real server. Install it beside: npm install --save-dev souk-server'
    throw new Error(message, { cause })
  }
}

/** Away from the terminal of the test, so that Ctrl-C reaches the test alone and the guard sees it end. */
function startGuard(start: string, settings: Readonly<Record<string, string>>): ChildProcess {
  // The package holds its sources too, so that this leads to the same file before and after it was built.
  const guard = fileURLToPath(new URL('../../src/testing/guard.mjs', import.meta.url))
  return spawn(process.execPath, [guard, start, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
}

/** `ready`, or why it is not. */
async function ready(guard: ChildProcess, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`It was not ready within ${timeoutMs} ms.`), timeoutMs)
  })
  const said = once(guard, 'message').then(([message]) => String(message))
  const gone = once(guard, 'exit').then(() => 'Its guard has ended.')
  const outcome = await Promise.race([said, gone, late])
  clearTimeout(timer)
  // A test that forgets to stop the marketplace can end nevertheless.
  guard.unref()
  guard.channel?.unref()
  return outcome
}

/** Hanging up is what the guard listens for; a test that dies does the same. */
async function stop(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return
  guard.ref()
  const ended = once(guard, 'exit')
  if (guard.connected) guard.disconnect()
  await ended
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
