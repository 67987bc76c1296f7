/** Sends hostile requests to every route of the contract. */
import type { InjectOptions } from 'fastify'
import { isEnveloped, type Agent, type Route } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { basePaths } from '../src/http/register-routes.ts'
import { answerOf, fail, routes, startSouk, type Souk } from './harness.ts'
import {
  bodies,
  headers,
  json,
  mark,
  placesIn,
  queries,
  references,
  values,
  withValue,
} from './hostile-requests.ts'

let souk: Souk
let token: string
let key: string
/** References in paths: things of the caller, so that not every request ends at an unknown name. */
let there: Record<string, string>
let provider: Agent

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
  return complaint(route, response.statusCode, response.body, response.headers['x-request-id'])
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

/** A caller is kept until a route may have changed something: some calls end the session they are made with. */
let isSpent = true

async function meet(operation: string): Promise<void> {
  if (isSpent) {
    const person = await souk.person()
    const agent = await souk.agent(person)
    token = person.token
    key = await souk.key(person, agent)
    const sent = { name: provider.name, message: { parts: [{ text: 'Please.' }] } }
    const task = (await souk.call('sendMessage', sent, { as: token })).data.task
    there = { name: provider.name, taskId: task?.id ?? '' }
  }
  isSpent = routes[operation]?.method !== 'GET'
}

/** The part of a list that a route or a field meets. */
type Some = <T>(things: readonly T[], shift: number) => T[]

/**
 * With a step of 1 every route meets every request. With a step of 10 it meets each tenth: the next route begins one further,
 * and so does the next field of a body, so that every request meets a tenth of the routes and fields.
 */
export function testEveryRoute(step: number): void {
  beforeAll(async () => {
    souk = await startSouk()
    provider = await souk.agent(await souk.person(), { inputModes: ['*/*'] })
    isSpent = true
  })
  afterAll(() => souk.stop())
  afterEach(() => expect(souk.mistakes.splice(0)).toEqual([]))

  describe('every route', () => {
    const some: Some = (things, shift) => things.filter((_thing, index) => (index + shift) % step === 0)
    testBodies(some)
    testAddresses(some)
    testHeaders(some)
  })
}

function testBodies(some: Some): void {
  it.each(names)('%s answers broken bodies with a clear 4xx', async (operation) => {
    await meet(operation)
    for (const [name, payload] of some(Object.entries(bodies), names.indexOf(operation))) {
      expect.soft(await send(operation, { payload, headers: json }), name).toBeUndefined()
    }
  })

  const withBody = names.filter((name) => routes[name]?.body)
  it.each(withBody)('%s answers wrong fields with a clear 4xx', async (operation) => {
    await meet(operation)
    const fields = [...Object.keys(routes[operation]?.body?.properties ?? {}), 'unknownField']
    const good = {
      ...Object.fromEntries(fields.map((field) => [field, mark])),
      ...routes[operation]?.example.body,
    }
    for (const [index, place] of placesIn(good).entries()) {
      for (const value of some(values, names.indexOf(operation) + index)) {
        const payload = withValue(good, place, value)
        const sent = await send(operation, { payload, headers: json })
        expect.soft(sent, `${place.join('.')}=${value.slice(0, 40)}`).toBeUndefined()
      }
    }
  })
}

function testAddresses(some: Some): void {
  const withReference = names.filter((name) => routes[name]?.path.includes('{'))
  it.each(withReference)('%s answers odd references with a clear 4xx', async (operation) => {
    await meet(operation)
    const payload = JSON.stringify(routes[operation]?.example.body ?? {})
    for (const reference of some(references, names.indexOf(operation))) {
      const sent = await send(operation, { url: url(operation, reference), payload, headers: json })
      expect.soft(sent, reference.slice(0, 40)).toBeUndefined()
    }
  })

  it.each(names)('%s answers odd queries with a clear 4xx', async (operation) => {
    await meet(operation)
    const payload = JSON.stringify(routes[operation]?.example.body ?? {})
    for (const query of some(queries, names.indexOf(operation))) {
      const sent = await send(operation, { url: `${url(operation)}?${query}`, payload, headers: json })
      expect.soft(sent, query.slice(0, 40)).toBeUndefined()
    }
  })
}

function testHeaders(some: Some): void {
  it.each(names)('%s answers odd headers with a clear 4xx', async (operation) => {
    await meet(operation)
    const payload = JSON.stringify(routes[operation]?.example.body ?? {})
    for (const header of some(headers, names.indexOf(operation))) {
      const sent = await send(operation, { payload, headers: header })
      expect.soft(sent, JSON.stringify(header).slice(0, 60)).toBeUndefined()
    }
  })
}
