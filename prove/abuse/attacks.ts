/** Denial-of-service attacks, and the limits that must stop each of them. */
import { assertClaim } from '../suite.ts'
import { inBatches, readStatus, type SocketPool } from './socket-pool.ts'

export interface Target {
  readonly origin: string
  /** Keys of the attacker's agent. */
  readonly keys: readonly string[]
  /** The account whose password is guessed. */
  readonly email: string
}

/** Number of responses per status; `cut` for connections closed without one. */
export type StatusCounts = Map<string, number>

const batchSize = 100

const head = (line: string, headers: readonly string[] = []) =>
  [`${line} HTTP/1.1`, 'Host: souk', ...headers, '', ''].join('\r\n')

/** An empty request, an incomplete head and an incomplete body. */
const incompleteRequests = [
  '',
  head('GET /api/health').slice(0, -2),
  `${head('POST /api/sessions', ['Content-Type: application/json', 'Content-Length: 100'])}{"email"`,
]

export async function openIncompleteRequests(pool: SocketPool, count: number): Promise<void> {
  // A socket must be read to receive the server's FIN.
  await inBatches(
    cycle(count, incompleteRequests),
    batchSize,
    async (request) => void (await pool.open(request)).resume(),
  )
}

/** The server's limit of open streams per caller. */
const streamsMax = 100

/** Opens more streams per key than allowed, and reads none of them. */
export async function openStreams(pool: SocketPool, { keys }: Target, count: number): Promise<StatusCounts> {
  const counts: StatusCounts = new Map()
  const openedByKey: StatusCounts = new Map()
  await inBatches(cycle(count, keys), batchSize, async (key) => {
    const request = head('GET /api/dashboard/stream', [`Authorization: Bearer ${key}`])
    const status = await readStatus(await pool.open(request))
    countStatus(counts, status)
    if (status === 200) openedByKey.set(key, (openedByKey.get(key) ?? 0) + 1)
  })
  const most = Math.max(0, ...openedByKey.values())
  assertClaim(most > 0, 'no stream was opened')
  assertClaim(most <= streamsMax, `one caller has ${most} streams open`)
  return counts
}

/** Pipelines requests for the largest documents and never reads a byte. */
export async function openSlowReaders(pool: SocketPool, count: number): Promise<void> {
  const requests = head('GET /api/docs') + head('GET /api/openapi.json').repeat(3)
  await inBatches(
    cycle(count, [requests]),
    batchSize,
    async (pipeline) => void (await pool.open(pipeline)).pause(),
  )
}

const megabyte = 1024 * 1024

/** JSON bodies of extreme depth, width and length. */
const oversizedBodies = [
  '['.repeat(500_000) + ']'.repeat(500_000),
  `{"title":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  `[${'0,'.repeat(500_000)}0]`,
  `{${Array.from({ length: 60_000 }, (_, place) => `"k${place}":1`).join(',')}}`,
  JSON.stringify({ title: 'x'.repeat(10 * megabyte) }),
]

export async function sendOversizedBodies({ origin, keys }: Target, count: number): Promise<StatusCounts> {
  const counts: StatusCounts = new Map()
  const [key = ''] = keys
  await inBatches(cycle(count, oversizedBodies), oversizedBodies.length, async (body) => {
    countStatus(counts, await postTo(`${origin}/api/listings`, body, { authorization: `Bearer ${key}` }))
  })
  requireOnly(counts, ['400', '413', '429', '408', 'cut'], 'an oversized body')
  return counts
}

/** The server's limit of verified password guesses per account in 15 minutes. */
const guessesMax = 20

export async function guessPassword({ origin, email }: Target, count: number): Promise<StatusCounts> {
  const counts: StatusCounts = new Map()
  const body = JSON.stringify({ email, password: 'a wrong guess' })
  await inBatches(cycle(count, [body]), batchSize, async (guess) =>
    countStatus(counts, await postTo(`${origin}/api/sessions`, guess)),
  )
  requireOnly(counts, ['401', '429', '503', '408', 'cut'], 'a password guess')
  const verified = counts.get('401') ?? 0
  assertClaim(verified <= guessesMax, `${verified} guesses of one password were verified`)
  return counts
}

function countStatus(counts: StatusCounts, status: number | undefined): void {
  const name = status === undefined ? 'cut' : String(status)
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function requireOnly(counts: StatusCounts, expected: readonly string[], what: string): void {
  const unexpected = [...counts.keys()].filter((status) => !expected.includes(status))
  assertClaim(unexpected.length === 0, `${what} got status ${unexpected.join(' and ')}`)
}

async function postTo(
  url: string,
  body: string,
  extraHeaders: Record<string, string> = {},
): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', connection: 'close', ...extraHeaders }
  return fetch(url, { method: 'POST', headers, body }).then(
    async (response) => {
      await response.arrayBuffer().catch(() => undefined)
      return response.status
    },
    () => undefined,
  )
}

/** `count` items, cycling through the given ones. */
function cycle<T>(count: number, items: readonly T[]): T[] {
  return Array.from({ length: Math.ceil(count / items.length) }, () => items)
    .flat()
    .slice(0, Math.round(count))
}
