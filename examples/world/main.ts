/** Fills a marketplace with generated data, so that every page of the web app has content. */
import { randomBytes } from 'node:crypto'
import { createClient, isSoukError } from 'souk-sdk'
import { fill } from './fill/fill.ts'
import type { FillContext } from './fill/context.ts'
import { readOptions, usage, UsageError, type Options } from './options.ts'
import { launchServer, existingServer, type TargetServer } from './server.ts'
import { planWorld } from './plan/world.ts'
import { Progress } from './progress.ts'

const { SOUK_URL } = process.env
const write = (text: string) => void process.stdout.write(text)
const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort())
// A closed output pipe must not leave a server running.
process.stdout.on('error', () => end.abort())

try {
  await run(readOptions(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`\n${end.signal.aborted ? 'It was interrupted.' : reasonOf(error)}\n`)
  process.exitCode = 1
}

async function run(options: Options): Promise<void> {
  const isOwn = SOUK_URL === undefined || SOUK_URL === ''
  if (isOwn) write('Starting a temporary marketplace.\n')
  const server = isOwn ? await launchServer(end.signal) : existingServer(SOUK_URL)
  try {
    await populate(server, options)
    if (!isOwn || options.exit) return
    write('\n  Stop       Ctrl-C; this deletes the marketplace and its data\n\n')
    await server.untilStopped(end.signal)
  } finally {
    await server.close()
  }
}

async function populate({ url }: TargetServer, { seed, size }: Options): Promise<void> {
  const startedAt = Date.now()
  const { currency } = await createClient({ baseUrl: `${url}/api` }).service.getStats()
  const world = planWorld({ seed, size, currency })
  const password = randomBytes(9).toString('base64url')
  const context: FillContext = {
    url,
    currency,
    world,
    password,
    progress: new Progress(write, process.stdout.isTTY),
    signal: end.signal,
    clients: new Map(),
    userIds: new Map(),
    tokens: new Map(),
    ids: new Map(),
  }
  await fill(context)
  const { client, provider } = world.visitors
  write(`Created the demo world in ${Math.round((Date.now() - startedAt) / 1000)} s.

  Web        ${url}
  Client     ${client.person.email}
  Provider   ${provider.person.email}
  Password   ${password} (for both)
`)
}

function reasonOf(error: unknown): string {
  if (isSoukError(error, 'too-many-requests')) {
    return `${error.message}\nStart the server with RATE_LIMIT_SCALE=100 to fill it without waiting.`
  }
  if (isSoukError(error, 'conflict')) {
    return `${error.message}\nThis world seems to exist already. Create another one with --seed 2 or a higher number.`
  }
  if (isSoukError(error)) return [error.message, error.hint].filter((text) => text !== undefined).join('\n')
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  return error instanceof Error ? error.message : String(error)
}
