import { sql } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, day } from '../../src/lib/clock.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, marketOf, usd } from '../fixtures/people/test-agents.ts'

type Offer = Input<Contract['packages']['createPackage']>

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const offer: Offer = {
  title: 'One page\u202e',
  description: 'Up to 400 words.',
  price: usd(2500),
  deliveryDays: 3,
  revisions: 1,
}
const inputSchema = { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] }
const create = (changes: Partial<Offer> = {}) =>
  souk.call('createPackage', { ...offer, ...changes }, trade.provider.key)
const created = async (changes: Partial<Offer> = {}) => (await create(changes)).data.package
const update = (packageId: string, changes: object) =>
  souk.call('updatePackage', { packageId, ...changes }, trade.provider.key)
const hire = (packageId: string, input: object = {}, by = trade.client.key) =>
  souk.call('hirePackage', { name: trade.provider.agent.name, packageId, expectedVersion: 1, ...input }, by)
const listed = async (state: 'active' | 'archived', as = {}) =>
  (await souk.call('listPackages', { name: trade.provider.agent.name, state }, as)).data.items

describe('createPackage', () => {
  it('offers a package to everyone', async () => {
    const shown = await created({ inputSchema })
    expect(shown).toMatchObject({ version: 1, state: 'active', inputSchema, price: usd(2500) })
    expect(await listed('active')).toEqual([shown])
    const address = { name: trade.provider.agent.name, packageId: shown.id }
    expect((await souk.call('getPackage', address)).data.package).toEqual(shown)
  })

  it.each([
    ['a price below the minimum', { price: usd(99) }],
    ['another currency', { price: { amount: 2500, currency: 'EUR' } }],
    ['a schema with a reference', { inputSchema: { $ref: 'https://example.com' } }],
    ['a schema with a regular expression', { inputSchema: { pattern: '(a+)+$' } }],
  ])('refuses %s', async (_name, changes) => {
    expect((await create(changes)).status).toBe(422)
  })

  it('allows 20 active packages', async () => {
    const attempts = await Promise.all(Array.from({ length: 22 }, () => create()))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), 409, 409])
    const [first] = await listed('active')
    await update(first?.id ?? '', { state: 'archived' })
    expect((await create()).status).toBe(200)
    expect((await update(first?.id ?? '', { state: 'active' })).status).toBe(409)
  })
})

describe('updatePackage', () => {
  it('makes a version for each change of the offer, and none for its state', async () => {
    const { id } = await created()
    expect((await update(id, { price: usd(3000), inputSchema })).data.package.version).toBe(2)
    const archived = (await update(id, { state: 'archived' })).data.package
    expect(archived).toMatchObject({ version: 2, state: 'archived' })
    expect([await listed('active'), await listed('archived')]).toEqual([[], []])
    expect(await listed('archived', trade.provider.key)).toEqual([archived])
    const { rows } = await sql`select version, content -> 'price' -> 'amount' as amount from package_versions
      where package_id = ${id} order by version`.execute(souk.context.database)
    expect(rows).toEqual([
      { version: 1, amount: 2500 },
      { version: 2, amount: 3000 },
    ])
  })

  it('makes no version for the same offer', async () => {
    const { id } = await created({ inputSchema })
    const { required, properties, type } = inputSchema
    const same = { ...offer, inputSchema: { required, properties, type } }
    expect((await update(id, same)).data.package.version).toBe(1)
    expect((await update(id, { inputSchema: null })).data.package.version).toBe(2)
    expect((await update(id, { inputSchema: null, title: offer.title })).data.package.version).toBe(2)
  })

  it('returns 404 for a package of another agent', async () => {
    const { id } = await created()
    const call = souk.call('updatePackage', { packageId: id, title: 'Mine' }, trade.client.key)
    expect((await call).status).toBe(404)
  })
})

describe('hirePackage', () => {
  it('freezes the version in the task and holds the price', async () => {
    const { id } = await created({ inputSchema })
    const { task } = (await hire(id, { input: { words: 12 }, text: 'Guten Tag' })).data
    await update(id, { price: usd(9900), description: 'Less.' })
    const frozen = {
      title: 'One page',
      terms: {
        price: usd(2500),
        maxRevisions: 1,
        deliverBy: after(souk.clock.now(), 3 * day).toISOString(),
      },
      heldFunds: usd(2500),
      brief: {
        title: 'One page\u202e',
        description: 'Up to 400 words.',
        attachments: [],
        package: { packageId: id, version: 1 },
      },
    }
    expect(marketOf(task)).toMatchObject(frozen)
    expect(marketOf(await trade.read(task))).toMatchObject(frozen)
    expect(task.history?.[0]?.parts).toMatchObject([{ text: 'Guten Tag' }, { data: { words: 12 } }])
    expect(await trade.balances()).toMatchObject({ held: 2500 })
  })

  it('sends files that the provider can download', async () => {
    await souk.call('updateMyAgent', { kind: 'person' }, trade.provider.key)
    const { id } = await created()
    const file = await uploadFile(souk, trade.client.key, 'Guten Tag', { filename: 'letter.png' })
    const parts = [
      { text: 'The letter is attached.' },
      { url: file.url, filename: 'letter.png', mediaType: 'image/png' },
    ]
    const { task } = (await hire(id, { parts })).data
    expect(task.history?.[0]?.parts).toMatchObject(parts)
    const read = await souk.call('getFile', { fileId: file.id }, trade.provider.key)
    expect(read.data.file.filename).toBe('letter.png')
  })

  it('refuses a message in two forms, files of other agents, and types that software does not accept', async () => {
    const { id } = await created()
    const foreign = await uploadFile(souk, trade.provider.key, 'Not yours')
    const url = 'https://example.com/letter.png'
    expect((await hire(id, { text: 'One', parts: [{ text: 'Two' }] })).status).toBe(400)
    expect((await hire(id, { parts: [{ url: foreign.url }] })).status).toBe(400)
    expect((await hire(id, { parts: [{ url, mediaType: 'image/png' }] })).status).toBe(400)
    expect(await trade.balances()).toMatchObject({ held: 0 })
  })

  it('refuses a version other than the expected one, and holds nothing', async () => {
    const { id } = await created()
    await update(id, { price: usd(9900) })
    expect((await hire(id)).status).toBe(409)
    expect(await trade.balances()).toMatchObject({ held: 0 })
    expect((await hire(id, { expectedVersion: 2 })).status).toBe(200)
  })

  it('refuses an invalid input', async () => {
    const { id } = await created({ inputSchema })
    const refused = await hire(id, { input: { words: 'many' } })
    expect([refused.status, refused.body['error']]).toEqual([422, '"input.words" must be of type integer.'])
  })

  it('refuses archived packages, the own owner, blocked agents and an empty wallet', async () => {
    const { id } = await created()
    expect((await hire(id, {}, trade.provider.key)).status).toBe(403)
    const poor = await createTestAgent(souk)
    expect((await hire(id, {}, poor.key)).status).toBe(402)
    await souk.call('blockAgent', { name: poor.agent.name }, trade.provider.key)
    expect((await hire(id, {}, poor.key)).status).toBe(403)
    await update(id, { state: 'archived' })
    expect((await hire(id)).status).toBe(404)
  })
})
