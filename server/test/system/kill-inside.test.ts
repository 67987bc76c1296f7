import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testImages } from '../../src/lib/images/test-images.ts'
import { sha256Of } from '../fixtures/files/file-uploads.ts'
import { fail } from '../fixtures/fail.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { startObjectStorage, type ObjectStorage } from '../fixtures/receivers/object-storage.ts'
import {
  createScratch,
  joinThrough,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { usd, type TestAgent } from '../fixtures/people/test-agents.ts'

const polling = { timeout: 60_000, interval: 20 }
const { bytes } = testImages.jpeg

let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.stop())

/** The two moments: the row is written but not committed, and the commit is running but not acknowledged. */
const moments = {
  'before the commit': 'before update on %s for each row',
  'inside the commit': 'after update on %s deferrable initially deferred for each row',
} as const

/** Both operations wait for this advisory lock at the chosen moment. */
async function plantTraps({ query }: Scratch, moment: keyof typeof moments): Promise<void> {
  await query(`create or replace function wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(7); return new; end $$`)
  for (const table of ['files', 'disputes']) {
    const kind = moment === 'inside the commit' ? 'constraint trigger' : 'trigger'
    const when = moments[moment].replace('%s', table)
    await query(`drop trigger if exists trap on ${table}`)
    await query(`create ${kind} trap ${when} execute function wait_here()`)
  }
}

/** Kills the server while both calls are at the moment; PostgreSQL then finishes what it has received. */
async function killAt(moment: keyof typeof moments, { scratch, server, calls }: Trapped): Promise<void> {
  const waiting = async () =>
    Number(
      (await scratch.query('select count(*) from pg_locks where objid = 7 and not granted'))[0]?.['count'],
    )
  await plantTraps(scratch, moment)
  await scratch.query('select pg_advisory_lock(7)')
  const outcomes = Promise.allSettled(calls(server))
  await vi.waitFor(async () => expect(await waiting()).toBe(2), polling)
  await server.stop('SIGKILL')
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await scratch.query('select pg_advisory_unlock(7)')
  const connected = async () =>
    (await scratch.query('select pid from pg_stat_activity where application_name = $1', [server.name]))
      .length
  await vi.waitFor(async () => expect(await connected()).toBe(0), polling)
  for (const table of ['files', 'disputes']) await scratch.query(`drop trigger trap on ${table}`)
}

interface Trapped {
  readonly scratch: Scratch
  readonly server: ServerProcess
  readonly calls: (server: ServerProcess) => Promise<unknown>[]
}

/** Everything that one of the two operations writes. */
async function written({ query }: Scratch): Promise<unknown> {
  const [row] = await query(`select
    (select state from files) as file,
    (select count(*)::int from file_parts join blobs b on b.id = blob_id and b.state = 'stored') as parts,
    (select status from disputes) as dispute,
    (select state from dispute_offers) as offer,
    (select phase from tasks) as phase,
    (select count(*)::int from ledger_postings where kind = 'rule') as postings,
    (select count(*)::int from audit_entries where action in ('file.completed', 'task.settled')) as audited,
    (select count(*)::int from idempotency_keys where key in ('complete', 'settle')) as responses`)
  return row
}

const nothing = {
  file: 'uploading',
  parts: 1,
  dispute: 'open',
  offer: 'open',
  phase: 'disputed',
  postings: 0,
  audited: 0,
  responses: 0,
}
const everything = {
  file: 'ready',
  parts: 1,
  dispute: 'settled',
  offer: 'accepted',
  phase: 'completed',
  postings: 1,
  audited: 2,
  responses: 2,
}

async function topUp(server: ServerProcess, { asPerson, key }: TestAgent): Promise<void> {
  const { session } = (await server.call('startTopUp', usd(5000), asPerson)).data
  const body = JSON.stringify({ card: '4242424242424242' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${session.url}/complete`, { method: 'POST', headers, body })
  const available = async () => (await server.call('getBalance', {}, key)).data.balance.available
  await vi.waitFor(async () => expect(await available()).toBe(5000), polling)
}

/** A disputed task with an offer of the provider. */
async function disputedTask({ call }: ServerProcess, client: TestAgent, provider: TestAgent) {
  const { name } = provider.agent
  const message = { parts: text('Please.'), metadata: marketMetadata({ terms: { price: usd(1000) } }) }
  const configuration = { returnImmediately: true }
  const { task } = (await call('sendMessage', { name, message, configuration }, client.key)).data
  const address = { name, taskId: task?.id ?? fail('no task') }
  const artifacts = [{ name: 'work.txt', parts: text('Done.') }]
  await call('deliverTask', { ...address, artifacts }, provider.key)
  await call('disputeTask', { ...address, message: { parts: text('Not so.') } }, client.key)
  const offered = await call('offerSettlement', { ...address, toClient: usd(400) }, provider.key)
  return { ...address, offerId: offered.data.offers[0]?.offerId ?? fail('no offer') }
}

/** An image whose only part is stored. */
async function uploadedParts({ call }: ServerProcess, { key }: TestAgent): Promise<string> {
  const declared = { filename: 'photo.jpg', size: bytes.length, sha256: sha256Of(bytes) }
  const { file } = (await call('createFile', declared, key)).data
  const sent = await call('uploadPart', { fileId: file.id, partNumber: '1' }, { ...key, upload: bytes })
  expect(sent.status).toBe(200)
  return file.id
}

const keyed = ({ as }: CallOptions, key: string): CallOptions => ({
  ...(as === undefined ? {} : { as }),
  headers: { 'idempotency-key': key },
})

describe.each(['postgres', 's3'] as const)('completeFile (store %s) and acceptSettlement', (store) => {
  it('write nothing when killed before the commit, and everything when killed inside it', async () => {
    const scratch = await createScratch()
    const environment = store === 's3' ? { STORAGE_URL: storage.url } : {}
    const first = await startServer('first', scratch, environment)
    const [client, provider] = [await joinThrough(first), await joinThrough(first)]
    await topUp(first, client)
    const settlement = await disputedTask(first, client, provider)
    const fileId = await uploadedParts(first, provider)
    const calls = ({ call }: ServerProcess) => [
      call('completeFile', { fileId }, keyed(provider.key, 'complete')),
      call('acceptSettlement', settlement, keyed(client.key, 'settle')),
    ]
    await killAt('before the commit', { scratch, server: first, calls })
    expect(await written(scratch)).toEqual(nothing)

    const second = await startServer('second', scratch, environment)
    await killAt('inside the commit', { scratch, server: second, calls })
    expect(await written(scratch)).toEqual(everything)

    const third = await startServer('third', scratch, environment)
    for (const replayed of await Promise.all(calls(third)))
      expect(replayed).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(await written(scratch)).toEqual(everything)
    const { file } = (await third.call('getFile', { fileId }, provider.key)).data
    const content = await fetch(`${third.origin}/api/files/${fileId}/content`, {
      headers: { authorization: `Bearer ${provider.key.as}` },
    })
    const served = Buffer.from(await content.arrayBuffer())
    expect(file).toMatchObject({ state: 'ready', size: served.length, sha256: sha256Of(served) })
    expect((await third.call('getBalance', {}, provider.key)).data.balance.earnings).toBe(570)
    await third.stop()
    await scratch.drop()
  })
})
