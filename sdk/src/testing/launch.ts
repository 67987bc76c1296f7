/** Starts the server as a child process under a guard process that cleans up after the test ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Another process can take the free port before the server binds it. */
const portsTried = 3

export async function launchServer(options: LaunchOptions): Promise<RunningServer> {
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
    const message = 'souk-sdk/testing needs the server. Install it: npm install --save-dev souk-server'
    throw new Error(message, { cause })
  }
}

/** Detached from the terminal, so that Ctrl-C only reaches the test and the guard notices its end. */
function startGuard(start: string, settings: Readonly<Record<string, string>>): ChildProcess {
  const guard = fileURLToPath(new URL('./guard.mjs', import.meta.url))
  return spawn(process.execPath, [guard, start, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
}

/** Resolves with `ready`, or with the reason of the failure. */
async function ready(guard: ChildProcess, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`It was not ready within ${timeoutMs} ms.`), timeoutMs)
  })
  const message = once(guard, 'message').then(([text]) => String(text))
  const gone = once(guard, 'exit').then(() => 'Its guard process has ended.')
  const outcome = await Promise.race([message, gone, late])
  clearTimeout(timer)
  // Lets the test process exit even if it forgets to stop the marketplace.
  guard.unref()
  guard.channel?.unref()
  return outcome
}

/** Closing the IPC channel tells the guard to stop; the death of the test process closes it too. */
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
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}
