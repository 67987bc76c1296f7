import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { hour, minute } from '../../src/lib/clock.ts'
import { eicar, startFakeClamd, type FakeClamd } from '../fixtures/receivers/fake-clamd.ts'
import { partOf, uploadFile } from '../fixtures/files/file-uploads.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let clamd: FakeClamd
let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  clamd = await startFakeClamd(20_000_000)
  const { clamdUrl, settings } = readConfig({ CLAMD_URL: clamd.url })
  souk = await startSouk({ clamdUrl, settings })
  trade = await createTaskFixture(souk)
})
beforeEach(() => clamd.failWith(undefined))
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await clamd.stop()
})

const scan = () => souk.work(['virus-scan'])
const upload = (bytes: Buffer | string) => uploadFile(souk, trade.provider.key, bytes)
const read = async (fileId: string) => (await souk.call('getFile', { fileId }, trade.provider.key)).data.file
const download = async (fileId: string, by: 'client' | 'provider') => {
  const { status, body } = await souk.call('getFileContent', { fileId }, trade[by].key)
  return status === 200 ? status : `${status} ${String(body['error'])}`
}
const scanner = async () => {
  const { checks } = (await souk.call('checkDeployment', {}, asOperator)).data
  return checks.find(({ name }) => name === 'virus scanner')
}
const delivered = async (bytes: Buffer | string) => {
  const file = await upload(bytes)
  const task = await trade.hire(1000)
  await souk.call(
    'deliverTask',
    { name: trade.provider.agent.name, taskId: task.id, artifacts: [{ parts: [partOf(file)] }] },
    trade.provider.key,
  )
  return file
}

describe('a file with a virus scanner', () => {
  it('can be downloaded by the other party once it is clean', async () => {
    const file = await delivered(Buffer.alloc(9_000_000, 'a'))
    expect(file).toMatchObject({ state: 'ready', scan: 'pending' })
    expect(await download(file.id, 'client')).toBe('409 The virus scanner has not checked this file yet.')
    expect(await download(file.id, 'provider')).toBe(200)
    expect(await scan()).toBe(1)
    expect(clamd.scanned.at(-1)).toBe(9_000_000)
    expect(await read(file.id)).toMatchObject({ state: 'ready', scan: 'clean', scanNote: null })
    expect(await download(file.id, 'client')).toBe(200)
    expect(await scan()).toBe(0)
  })

  it('is never served and cannot be attached when a virus is found; uploader and operators see why', async () => {
    const file = await delivered(`Enjoy: ${eicar}`)
    await scan()
    expect(await read(file.id)).toMatchObject({
      state: 'quarantined',
      scan: 'quarantined',
      scanNote: 'Eicar-Signature',
    })
    const seen = await souk.call('getFile', { fileId: file.id }, trade.client.key)
    expect(seen.data.file).toMatchObject({ scan: 'quarantined', scanNote: null })
    for (const side of ['client', 'provider'] as const)
      expect(await download(file.id, side)).toBe('409 The virus scanner refused this file.')
    const { items } = (await souk.call('listQuarantine', {}, asOperator)).data
    expect(items).toMatchObject([
      { id: file.id, agentId: trade.provider.agent.id, found: 'Eicar-Signature', sha256: file.sha256 },
    ])
    const task = await trade.hire(1000)
    const attached = await souk.call(
      'deliverTask',
      { name: trade.provider.agent.name, taskId: task.id, artifacts: [{ parts: [partOf(file)] }] },
      trade.provider.key,
    )
    expect(attached.status).toBe(400)
  })

  it('waits while the scanner fails, which the doctor reports', async () => {
    clamd.failWith('Can not allocate memory ERROR')
    const file = await delivered('text')
    expect(await scan()).toBe(1)
    expect(await scan()).toBe(0)
    const note = 'clamd answered: Can not allocate memory ERROR'
    expect(await read(file.id)).toMatchObject({ scan: 'pending', scanNote: note })
    expect(await download(file.id, 'client')).toMatch(/^409/)
    expect(await scanner()).toMatchObject({ state: 'error', detail: expect.stringContaining(note) })
    clamd.failWith(undefined)
    souk.clock.advance(minute)
    expect(await scan()).toBe(1)
    expect(await read(file.id)).toMatchObject({ scan: 'clean', scanNote: null })
    expect(await scanner()).toMatchObject({ state: 'ok' })
  })

  it('stays pending if it is larger than the scanner accepts', async () => {
    const file = await upload(Buffer.alloc(21_000_000, 'b'))
    await scan()
    expect(await read(file.id)).toMatchObject({
      scan: 'pending',
      scanNote: expect.stringMatching(/size limit exceeded|closed the connection|ECONNRESET|EPIPE/),
    })
    await souk.call('deleteFile', { fileId: file.id }, trade.provider.key)
  })

  it('stays pending while no scanner listens', async () => {
    const { clamdUrl, settings } = readConfig({ CLAMD_URL: 'tcp://127.0.0.1:1' })
    const alone = await startSouk({ clamdUrl, settings })
    const other = await createTaskFixture(alone)
    const file = await uploadFile(alone, other.provider.key)
    expect(await alone.work(['virus-scan'])).toBe(1)
    const { data } = await alone.call('getFile', { fileId: file.id }, other.provider.key)
    expect(data.file).toMatchObject({ scan: 'pending', scanNote: expect.stringContaining('ECONNREFUSED') })
    await alone.stop()
  })

  it('is scanned over a Unix socket too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-clamd-'))
    const local = await startFakeClamd(20_000_000, join(folder, 'clamd.sock'))
    const { clamdUrl, settings } = readConfig({ CLAMD_URL: local.url })
    const alone = await startSouk({ clamdUrl, settings })
    const { provider } = await createTaskFixture(alone)
    const [clean, infected] = [
      await uploadFile(alone, provider.key, 'text'),
      await uploadFile(alone, provider.key, eicar),
    ]
    await alone.work(['virus-scan'])
    const scanOf = async (fileId: string) =>
      (await alone.call('getFile', { fileId }, provider.key)).data.file.scan
    expect([await scanOf(clean.id), await scanOf(infected.id)]).toEqual(['clean', 'quarantined'])
    await alone.stop()
    await local.stop()
    await rm(folder, { recursive: true })
  })
})

describe('the review of a delivery whose files are not scanned', () => {
  beforeEach(async () => {
    trade = await createTaskFixture(souk)
  })
  const reviewMs = 72 * hour
  const deliver = async () => {
    const file = await upload('text')
    const task = await trade.hire(1000)
    const input = { name: trade.provider.agent.name, taskId: task.id, artifacts: [{ parts: [partOf(file)] }] }
    await souk.call('deliverTask', input, trade.provider.key)
    return { task, deliveredAt: souk.clock.now().getTime() }
  }
  const dueOf = async (task: Task) => Date.parse((await trade.market(task)).deadlines?.next ?? '')
  const work = (...names: string[]) => souk.work(names)

  it('is extended by the time that the scanner needed', async () => {
    clamd.failWith('Busy ERROR')
    const { task, deliveredAt } = await deliver()
    await work('virus-scan')
    souk.clock.advance(5 * hour)
    expect(await dueOf(task)).toBe(deliveredAt + reviewMs)
    clamd.failWith(undefined)
    await work('virus-scan')
    expect(await dueOf(task)).toBe(deliveredAt + reviewMs + 5 * hour)
    const input = { name: trade.provider.agent.name, taskId: task.id, include: 'timeline' } as const
    const { timeline = [] } = market((await souk.call('getTask', input, trade.client.key)).data)
    expect(timeline.at(-1)).toMatchObject({ action: 'extendReview', by: 'clock', phase: 'delivered' })
  })

  it('keeps its deadline if the scanner is quick, and if a message brings the file', async () => {
    const { task, deliveredAt } = await deliver()
    souk.clock.advance(minute)
    await work('virus-scan')
    expect(await dueOf(task)).toBe(deliveredAt + reviewMs)
    clamd.failWith('Busy ERROR')
    const late = await upload('late')
    const message = { taskId: task.id, parts: [partOf(late)] }
    await souk.call('sendMessage', { name: trade.provider.agent.name, message }, trade.provider.key)
    clamd.failWith(undefined)
    souk.clock.advance(5 * hour)
    await work('virus-scan')
    expect(await dueOf(task)).toBe(deliveredAt + reviewMs)
  })

  it('ends after two review periods at the latest, so that the provider is paid', async () => {
    clamd.failWith('Busy ERROR')
    const before = await trade.balances()
    const { task, deliveredAt } = await deliver()
    souk.clock.advance(reviewMs)
    await work('virus-scan', 'task-timeouts')
    expect((await trade.market(task)).phase).toBe('delivered')
    expect(await dueOf(task)).toBe(deliveredAt + 2 * reviewMs)
    souk.clock.advance(reviewMs - hour)
    clamd.failWith(undefined)
    await work('virus-scan', 'task-timeouts')
    expect(await dueOf(task)).toBe(deliveredAt + 2 * reviewMs)
    souk.clock.advance(hour)
    await work('task-timeouts')
    expect(await trade.market(task)).toMatchObject({ phase: 'completed', reason: 'auto_accepted' })
    expect((await trade.balances()).earned - before.earned).toBe(950)
  })

  it('lets the client decide meanwhile', async () => {
    clamd.failWith('Busy ERROR')
    const { task } = await deliver()
    souk.clock.advance(reviewMs)
    await work('virus-scan', 'task-timeouts')
    await trade.dispute(task)
    clamd.failWith(undefined)
    await work('virus-scan')
    expect((await trade.market(task)).phase).toBe('disputed')
  })
})
