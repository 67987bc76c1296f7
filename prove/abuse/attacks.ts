/** What those do who mean no good, and what they must not get. */
import { must } from '../suite.ts'
import { inCrowds, statusOn, type Siege } from './socket-pool.ts'

export interface Target {
  readonly origin: string
  /** Keys of an agent whose owner means no good. */
  readonly keys: readonly string[]
  /** Somebody whose password is being guessed. */
  readonly email: string
}

/** How often each answer was given; `cut` when there was none. */
export type Answers = Map<string, number>

const atOnce = 100

const head = (line: string, headers: readonly string[] = []) =>
  [`${line} HTTP/1.1`, 'Host: souk', ...headers, '', ''].join('\r\n')

/** Nothing at all, half a head, and half a body. */
const halves = [
  '',
  head('GET /api/health').slice(0, -2),
  `${head('POST /api/sessions', ['Content-Type: application/json', 'Content-Length: 100'])}{"email"`,
]

export async function openHalf(siege: Siege, count: number): Promise<void> {
  // Whoever does not read never hears that the other side has hung up.
  await inCrowds(times(count, halves), atOnce, async (words) => void (await siege.hold(words)).resume())
}

/** So many streams one caller may hold open. */
const streamsMax = 100

/** Every key opens more streams than it may have, and reads none of them. */
export async function openStreams(siege: Siege, { keys }: Target, count: number): Promise<Answers> {
  const answers: Answers = new Map()
  const letIn: Answers = new Map()
  await inCrowds(times(count, keys), atOnce, async (key) => {
    const words = head('GET /api/dashboard/stream', [`Authorization: Bearer ${key}`])
    const status = await statusOn(await siege.hold(words))
    note(answers, status)
    if (status === 200) letIn.set(key, (letIn.get(key) ?? 0) + 1)
  })
  const most = Math.max(0, ...letIn.values())
  must(most > 0, 'nobody was let into a stream')
  must(most <= streamsMax, `one caller was let into ${most} streams at once`)
  return answers
}

/** Asks for the longest documents again and again on one connection, and never reads a byte. */
export async function readSlowly(siege: Siege, count: number): Promise<void> {
  const words = head('GET /api/docs') + head('GET /api/openapi.json').repeat(3)
  await inCrowds(times(count, [words]), atOnce, async (asked) => void (await siege.hold(asked)).pause())
}

const megabyte = 1024 * 1024

/** Deep, wide and long. */
const bombs = [
  '['.repeat(500_000) + ']'.repeat(500_000),
  `{"title":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  `[${'0,'.repeat(500_000)}0]`,
  `{${Array.from({ length: 60_000 }, (_, place) => `"k${place}":1`).join(',')}}`,
  JSON.stringify({ title: 'x'.repeat(10 * megabyte) }),
]

export async function throwBombs({ origin, keys }: Target, count: number): Promise<Answers> {
  const answers: Answers = new Map()
  const [key = ''] = keys
  await inCrowds(times(count, bombs), bombs.length, async (bomb) => {
    note(answers, await postTo(`${origin}/api/listings`, bomb, { authorization: `Bearer ${key}` }))
  })
  requireOnly(answers, ['400', '413', '429', '408', 'cut'], 'a body that is too much')
  return answers
}

/** So many guesses at one password are looked at in a quarter of an hour. */
const guessesMax = 20

export async function guess({ origin, email }: Target, count: number): Promise<Answers> {
  const answers: Answers = new Map()
  const body = JSON.stringify({ email, password: 'a guess that is wrong' })
  await inCrowds(times(count, [body]), atOnce, async (guessed) =>
    note(answers, await postTo(`${origin}/api/sessions`, guessed)),
  )
  requireOnly(answers, ['401', '429', '503', '408', 'cut'], 'a guess at a password')
  const looked = answers.get('401') ?? 0
  must(looked <= guessesMax, `${looked} guesses at one password were looked at`)
  return answers
}

function note(answers: Answers, status: number | undefined): void {
  const name = status === undefined ? 'cut' : String(status)
  answers.set(name, (answers.get(name) ?? 0) + 1)
}

function requireOnly(answers: Answers, expected: readonly string[], what: string): void {
  const odd = [...answers.keys()].filter((status) => !expected.includes(status))
  must(odd.length === 0, `${what} was answered ${odd.join(' and ')}`)
}

async function postTo(
  url: string,
  body: string,
  more: Record<string, string> = {},
): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', connection: 'close', ...more }
  return fetch(url, { method: 'POST', headers, body }).then(
    async (response) => {
      await response.arrayBuffer().catch(() => undefined)
      return response.status
    },
    () => undefined,
  )
}

/** So many in all, each in its turn. */
function times<T>(count: number, things: readonly T[]): T[] {
  return Array.from({ length: Math.ceil(count / things.length) }, () => things)
    .flat()
    .slice(0, Math.round(count))
}
