/** Fills a marketplace with a made-up world, so that every page has something on it, and lets you walk around in it. */
import { randomBytes } from 'node:crypto'
import { createClient, isSoukError } from 'souk-sdk'
import { fill } from './fill/fill.ts'
import type { Market } from './fill/market.ts'
import { readOptions, usage, UsageError, type Options } from './options.ts'
import { openPlace, visitPlace, type Place } from './place.ts'
import { planWorld } from './plan/world.ts'
import { Progress } from './progress.ts'

const { SOUK_URL } = process.env
const write = (text: string) => void process.stdout.write(text)
const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort())
// Writing to a reader who has gone is no reason to leave a server behind.
process.stdout.on('error', () => end.abort())

try {
  await visit(readOptions(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`\n${end.signal.aborted ? 'It was interrupted.' : reasonOf(error)}\n`)
  process.exitCode = 1
}

async function visit(options: Options): Promise<void> {
  const isOwn = SOUK_URL === undefined || SOUK_URL === ''
  if (isOwn) write('Starting a marketplace that exists only for this.\n')
  const place = isOwn ? await openPlace(end.signal) : visitPlace(SOUK_URL)
  try {
    await populate(place, options)
    if (!isOwn || options.exit) return
    write('\n  Stop       Ctrl-C; the marketplace and its data are then gone\n\n')
    await place.stays(end.signal)
  } finally {
    await place.close()
  }
}

async function populate({ url }: Place, { seed, size }: Options): Promise<void> {
  const startedAt = Date.now()
  const { currency } = await createClient({ baseUrl: `${url}/api` }).service.getStats()
  const world = planWorld({ seed, size, currency })
  const password = randomBytes(9).toString('base64url')
  const market: Market = {
    url,
    currency,
    world,
    password,
    progress: new Progress(write, process.stdout.isTTY),
    signal: end.signal,
    desks: new Map(),
    userIds: new Map(),
    tokens: new Map(),
    ids: new Map(),
  }
  await fill(market)
  const { client, provider } = world.visitors
  write(`The world is there, after ${Math.round((Date.now() - startedAt) / 1000)} s.

  Web        ${url}
  Client     ${client.person.email}
  Provider   ${provider.person.email}
  Password   ${password} (of both)
`)
}

function reasonOf(error: unknown): string {
  if (isSoukError(error, 'too-many-requests')) {
    return `${error.message}\nStart the server with RATE_LIMIT_SCALE=100 to fill it at once.`
  }
  if (isSoukError(error, 'conflict')) {
    return `${error.message}\nThis world seems to be there already. Make another one with --seed 2, or a higher number.`
  }
  if (isSoukError(error)) return [error.message, error.hint].filter((text) => text !== undefined).join('\n')
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  return error instanceof Error ? error.message : String(error)
}
