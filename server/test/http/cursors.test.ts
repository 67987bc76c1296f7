import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
  for (let count = 0; count < 3; count++) await souk.agent(ada)
})
afterAll(() => souk.stop())

describe('a cursor', () => {
  const list = (cursor: string) => souk.call('listMyAgents', { limit: 1, cursor }, { as: ada.token })
  const next = async () =>
    (await souk.call('listMyAgents', { limit: 1 }, { as: ada.token })).data.nextCursor ?? ''

  it.each([
    [
      'another position',
      (_body: string, tag: string) => `${encode(['agt_7zzzzzzzzzzzzzzzzzzzzzzzzz'])}.${tag}`,
    ],
    ['no signature', (body: string) => body],
    ['another signature', (body: string) => `${body}.${'A'.repeat(22)}`],
  ])('is refused with %s', async (_what, forge) => {
    const cursor = await next()
    expect((await list(cursor)).status).toBe(200)
    const [body = '', tag = ''] = cursor.split('.')
    expect((await list(forge(body, tag))).status).toBe(400)
  })
})

function encode(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}
