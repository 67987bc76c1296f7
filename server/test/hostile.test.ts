import type { InjectOptions } from 'fastify'
import { isEnveloped, type Agent, type Route } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basePaths } from '../src/http/mount.ts'
import { answerOf, fail, routes, startSouk, type Souk } from './harness.ts'

let souk: Souk
let token: string
let key: string
/** What stands in paths: things of the caller, so that not every try ends at an unknown name. */
let there: Record<string, string>
let provider: Agent
beforeAll(async () => {
  souk = await startSouk()
  provider = await souk.agent(await souk.person(), { inputModes: ['*/*'] })
})
/** Somebody new each time, because some calls end the session they are made with. */
beforeEach(async () => {
  const person = await souk.person()
  const agent = await souk.agent(person)
  token = person.token
  key = await souk.key(person, agent)
  const sent = { name: provider.name, message: { parts: [{ text: 'Please.' }] } }
  const task = (await souk.call('sendMessage', sent, { as: token })).data.task
  there = { name: provider.name, taskId: task?.id ?? '' }
})
afterAll(() => souk.stop())

afterEach(() => {
  expect(souk.mistakes.splice(0)).toEqual([])
})

const surrogate = '"\\ud800"'
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies no route may choke on, whatever it expects. */
const bodies: Record<string, string | Buffer> = {
  nothing: '',
  'half an object': '{"a":',
  'not JSON': 'email=ada',
  null: 'null',
  'a list': '[]',
  'a text': '"x"',
  'a number': '1e999',
  'an empty object': '{}',
  'a polluting object': '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  'too deep': `{"a":${nested(40)}}`,
  'far too deep': nested(200_000),
  'too many values': `[${'0,'.repeat(100_000)}0]`,
  'too large': JSON.stringify({ a: 'x'.repeat(1_100_000) }),
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'a truncated UTF-8 sequence': Buffer.from([0x22, 0xe2, 0x82, 0x22]),
}

/** Values put in place of each field of a good body, one at a time. */
const values = [
  'null', 'true', '0', '-1', '1e308', '9007199254740993', '""', '" "', '"\\u0000"', surrogate, '[]', '{}', '[null]',
  `[${surrogate}]`, '{"a":{"b":[1]}}', JSON.stringify('x'.repeat(10_000)), JSON.stringify('\u202eadmin'),
  JSON.stringify("'; drop table users; --"), JSON.stringify('../../etc/passwd'), JSON.stringify('😀'.repeat(50)),
] // prettier-ignore

/** References put into paths: wrong forms, tricks, and well-formed ones that nobody has. */
const references = [
  '%00', '%ff', '%c3%28', '..%2f..%2fetc', '%2e%2e', "'%20or%201=1--", '%F0%9F%98%80', 'x'.repeat(101), 'x'.repeat(600),
  '-1', '0', 'null', 'undefined', 'me', ':', '%3A', 'a:b', 'usr_', 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'org_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'agt_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'agt_8zzzzzzzzzzzzzzzzzzzzzzzzz', '__proto__', 'constructor',
] // prettier-ignore

const queries = [
  'limit=0', 'limit=101', 'limit=999999999999', 'limit=-1', 'limit=abc', 'limit=1.5', 'limit=', 'limit=1&limit=2',
  'cursor=', 'cursor=x', 'cursor=a.b', 'cursor=%00', `cursor=${'x'.repeat(2000)}`, 'unknown=1', 'q=%00', 'q=%ff', `q=${'x'.repeat(300)}`,
  '__proto__=1', 'a[b]=1', '&&==&', 'tag=%F0%9F%98%80', `cursor=${Buffer.from('["a"]').toString('base64url')}.AAAA`,
] // prettier-ignore

const names = Object.keys(routes)

function credentials(operation: string): string | undefined {
  const auth = routes[operation]?.auth
  return auth === 'none' ? undefined : auth === 'key' ? key : token
}

function url(operation: string, reference?: string): string {
  const route = routes[operation]
  const path = (route?.path ?? '').replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const example: Record<string, unknown> = { ...route?.example.params }
    return reference ?? there[name] ?? String(example[name])
  })
  return basePaths[route?.surface ?? 'platform'] + path
}

async function send(operation: string, options: Omit<InjectOptions, 'method'>): Promise<string | undefined> {
  const route = routes[operation] ?? fail(`no operation ${operation}`)
  // Signing out would turn every later try into the same 401.
  const as = operation === 'endCurrentSession' ? (await souk.person()).token : credentials(operation)
  const response = await answerOf(souk.app, route, {
    url: url(operation),
    ...options,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(route.surface === 'a2a' ? { 'a2a-version': '1.0' } : {}),
      ...options.headers,
    },
  })
  const { statusCode, body, headers } = response
  return complaint(route, statusCode, body, headers['x-request-id'])
}

/** What is wrong with an answer: a 5xx, or a refusal that does not say what to do. */
function complaint(route: Route, status: number, body: string, requestId: unknown): string | undefined {
  if (status >= 500) return `${status} ${body}`
  const parsed: unknown = JSON.parse(body)
  const answer: Record<string, unknown> = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  if (typeof requestId !== 'string') return 'no request id'
  if (status < 300)
    return !isEnveloped(route) || answer['success'] === true ? undefined : `odd success ${body}`
  const { error, hint, detail } = answer
  const clear =
    route.surface === 'a2a'
      ? typeof error === 'object' && typeof detail === 'string' && detail !== ''
      : typeof error === 'string' && typeof hint === 'string' && hint !== ''
  return clear ? undefined : `unclear refusal ${status} ${body}`
}

/** Stands where a good body says nothing; such a field is left out unless it is the one being tried. */
const mark = '(left out)'

/** Every place in a body, the whole body excepted. */
function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...placesIn(inner, [...at, name])])
}

/** The body as JSON, with something else at one place. */
function withValue(body: unknown, [name, ...rest]: readonly string[], json: string): string {
  if (name === undefined) return json
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const written = members
    .filter(([own, value]) => own === name || value !== mark)
    .map(
      ([own, value]) => [own, own === name ? withValue(value, rest, json) : JSON.stringify(value)] as const,
    )
  if (Array.isArray(body)) return `[${written.map(([, value]) => value).join()}]`
  return `{${written.map(([own, value]) => `${JSON.stringify(own)}:${value}`).join()}}`
}

const json = { 'content-type': 'application/json' }

describe('every route', () => {
  it.each(names)('%s answers broken bodies with a clear 4xx', async (operation) => {
    for (const [name, payload] of Object.entries(bodies)) {
      expect.soft(await send(operation, { payload, headers: json }), name).toBeUndefined()
    }
  })

  it.each(names.filter((name) => routes[name]?.body))(
    '%s answers wrong fields with a clear 4xx',
    async (operation) => {
      const fields = [...Object.keys(routes[operation]?.body?.properties ?? {}), 'unknownField']
      const good = {
        ...Object.fromEntries(fields.map((field) => [field, mark])),
        ...routes[operation]?.example.body,
      }
      for (const place of placesIn(good)) {
        for (const value of values) {
          const payload = withValue(good, place, value)
          const sent = await send(operation, { payload, headers: json })
          expect.soft(sent, `${place.join('.')}=${value.slice(0, 40)}`).toBeUndefined()
        }
      }
    },
  )

  it.each(names.filter((name) => routes[name]?.path.includes('{')))(
    '%s answers odd references with a clear 4xx',
    async (operation) => {
      const payload = JSON.stringify(routes[operation]?.example.body ?? {})
      for (const reference of references) {
        const sent = await send(operation, { url: url(operation, reference), payload, headers: json })
        expect.soft(sent, reference.slice(0, 40)).toBeUndefined()
      }
    },
  )

  it.each(names)('%s answers odd queries with a clear 4xx', async (operation) => {
    const payload = JSON.stringify(routes[operation]?.example.body ?? {})
    for (const query of queries) {
      const sent = await send(operation, { url: `${url(operation)}?${query}`, payload, headers: json })
      expect.soft(sent, query.slice(0, 40)).toBeUndefined()
    }
  })

  it.each(names)('%s answers odd headers with a clear 4xx', async (operation) => {
    const payload = JSON.stringify(routes[operation]?.example.body ?? {})
    const headers: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'nonsense' },
      { ...json, 'idempotency-key': 'ü' },
      { ...json, 'x-agent-context': "'; drop table agents" },
      { ...json, 'x-agent-context': 'x'.repeat(5000) },
      { ...json, authorization: `Bearer ${'x'.repeat(5000)}` },
      { ...json, authorization: 'Bearer souk_st_\u00ff' },
      { ...json, 'a2a-version': '99' },
    ]
    for (const header of headers) {
      expect
        .soft(await send(operation, { payload, headers: header }), JSON.stringify(header).slice(0, 60))
        .toBeUndefined()
    }
  })
})

describe('what a refusal says', () => {
  const register = (body: object) => souk.call('registerUser', body)
  const good = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }

  it.each([
    [{ ...good, email: undefined }, 'The body lacks "email".'],
    [{ ...good, email: 'ada' }, '"email" must be a valid email.'],
    [{ ...good, password: 'short' }, '"password" must have at least 8 characters.'],
    [{ ...good, displayName: '   ' }, '"displayName" must not be blank.'],
    [{ ...good, admin: true }, 'The body has the unknown field "admin".'],
    [{ ...good, email: 7 }, '"email" must be of type string.'],
  ])('about %j is: %s', async (body, error) => {
    const answer = await register(body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })
})

describe('cursors', () => {
  it('cannot be carried to another list, filter or caller', async () => {
    const [ada, grace] = [await souk.person(), await souk.person()]
    for (const person of [ada, grace])
      for (let count = 0; count < 3; count++) await souk.agent(person, { tags: ['cursor'] })
    const cursor = (await souk.call('listMyAgents', { limit: 1 }, { as: ada.token })).data.nextCursor ?? ''
    const use = (as: string) => souk.call('listMyAgents', { limit: 1, cursor }, { as })
    expect((await use(ada.token)).status).toBe(200)
    expect((await use(grace.token)).status).toBe(400)
    expect((await souk.call('listSessions', { cursor }, { as: ada.token })).status).toBe(400)
    const tagged = (await souk.call('listAgents', { limit: 1, tag: 'cursor' })).data.nextCursor ?? ''
    expect((await souk.call('listAgents', { limit: 1, tag: 'cursor', cursor: tagged })).status).toBe(200)
    expect((await souk.call('listAgents', { limit: 1, tag: 'other', cursor: tagged })).status).toBe(400)
  })
})
