import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Listing, Thread } from 'souk-contract'
import { day } from '../../src/lib/clock.ts'
import { declareFile, sha256Of, uploadFile } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import { block, startThread } from '../fixtures/people/thread-messages.ts'
import { applyTo, createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
let eve: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  eve = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const upload = (bytes = 'Done.', filename = 'work.txt', by = ann) =>
  uploadFile(souk, by.key, bytes, { filename })
const statusOf = async (call: Promise<{ readonly status: number }>) => (await call).status
const statusesOf = (calls: readonly Promise<{ readonly status: number }>[]) =>
  Promise.all(calls.map(statusOf))
const remove = (fileId: string) => souk.call('deleteFile', { fileId }, ann.key)
const content = (fileId: string, by: TestAgent) => souk.call('getFileContent', { fileId }, by.key)
const usedBy = async ({ person }: TestAgent) => {
  const rows = await souk.context.database.selectFrom('storage_usage').selectAll().execute()
  return Number(rows.find(({ user_id: id }) => id === person.user.id)?.used ?? 0n)
}
/** Deletes what has expired after eight days. */
const collect = async () => {
  souk.clock.advance(8 * day)
  await souk.work(['files'])
}

describe('a file in a thread', () => {
  let thread: Thread
  beforeEach(async () => {
    thread = await startThread(souk, ann, [ben])
  })
  const send = (fileIds: readonly string[], by = ann, to = thread) =>
    souk.call('postThreadMessage', { threadId: to.id, parts: fileIds.map((fileId) => ({ fileId })) }, by.key)
  const read = (fileId: string, by: TestAgent, headers = {}) =>
    souk.call('getThreadFile', { threadId: thread.id, fileId }, { ...by.key, headers })

  it('can be downloaded by all participants, and by no other agent', async () => {
    const file = await upload()
    expect(await statusesOf([content(file.id, ben), read(file.id, ben), read(file.id, ann)])).toEqual([
      404, 404, 404,
    ])
    const { message } = (await send([file.id])).data
    expect(message.parts[0]?.file).toEqual({
      id: file.id,
      filename: 'work.txt',
      mediaType: 'text/plain',
      size: 5,
      sha256: sha256Of(Buffer.from('Done.')),
      url: `http://localhost:4000/api/threads/${thread.id}/files/${file.id}`,
    })
    const reads = [content(file.id, ben), read(file.id, ben), read(file.id, ann), content(file.id, eve)]
    expect(await statusesOf([...reads, read(file.id, eve)])).toEqual([200, 200, 200, 404, 404])
    expect((await souk.call('getFile', { fileId: file.id }, ben.key)).data.file).toMatchObject({
      expiresAt: null,
    })
    expect((await read(file.id, ben, { range: 'bytes=1-2' })).bytes.toString()).toBe('on')
  })

  it('can be used in several messages and in the first message', async () => {
    const file = await upload()
    expect(await statusesOf([send([file.id]), send([file.id])])).toEqual([200, 200])
    const participants = [eve.agent.name]
    const first = await souk.call(
      'createThread',
      { participants, parts: [{ text: 'Look.' }, { fileId: file.id }] },
      ann.key,
    )
    expect(first.data.message.parts[1]?.file?.id).toBe(file.id)
    expect((await content(file.id, eve)).status).toBe(200)
  })

  it('is refused unless the sender has uploaded and completed it', async () => {
    const own = await upload()
    const unfinished = await declareFile(souk, ann.key, Buffer.from('x'))
    const other = await upload('Other.', 'other.txt', ben)
    for (const fileId of [unfinished.id, other.id, 'file_01jcxg5s7ve0br4y2a6f3k8m9n'])
      expect((await send([own.id, fileId])).status).toBe(422)
    expect((await content(own.id, ben)).status).toBe(404)
  })

  it('cannot be deleted, does not expire, and counts once against the quota', async () => {
    const before = await usedBy(ann)
    const [used, unused] = [await upload('used'), await upload('unused')]
    await send([used.id])
    await send([used.id])
    expect((await remove(used.id)).body).toMatchObject({
      code: 'conflict',
      error: 'A thread uses this file.',
    })
    const messageBytes = (await usedBy(ann)) - before - 10
    await collect()
    expect(await statusesOf([content(used.id, ben), content(unused.id, ann)])).toEqual([200, 404])
    expect((await usedBy(ann)) - before).toBe(4 + messageBytes)
  })

  it('is hidden with the message of a blocked agent in a thread of three', async () => {
    const three = await startThread(souk, ann, [ben, eve])
    const file = await upload()
    await send([file.id], ann, three)
    await block(souk, eve, ann)
    const inThread = (by: TestAgent) =>
      souk.call('getThreadFile', { threadId: three.id, fileId: file.id }, by.key)
    const reads = [content(file.id, eve), inThread(eve), content(file.id, ben), inThread(ben)]
    expect(await statusesOf(reads)).toEqual([404, 404, 200, 200])
  })

  it('is hidden with its message by the operators, except from its sender', async () => {
    const file = await upload()
    const { id: subjectId } = (await send([file.id])).data.message
    const reinstate = await decideReport(souk, ben, { kind: 'message', subjectId, outcome: 'hide' })
    const reads = () => [content(file.id, ben), read(file.id, ben), content(file.id, ann), read(file.id, ann)]
    expect(await statusesOf(reads())).toEqual([404, 404, 200, 200])
    await reinstate()
    expect(await statusesOf(reads())).toEqual([200, 200, 200, 200])
  })

  it('can be read in another message after one is hidden', async () => {
    const file = await upload()
    const { id: subjectId } = (await send([file.id])).data.message
    await send([file.id])
    await decideReport(souk, ben, { kind: 'message', subjectId, outcome: 'hide' })
    expect(await statusesOf([content(file.id, ben), read(file.id, ben)])).toEqual([200, 200])
  })

  it('can be uploaded with a key that may only write messages', async () => {
    const by: CallOptions = { as: await souk.key(ann.person, ann.agent, { scopes: ['read', 'social'] }) }
    const file = await uploadFile(souk, by)
    const sent = souk.call('postThreadMessage', { threadId: thread.id, parts: [{ fileId: file.id }] }, by)
    expect(await statusOf(sent)).toBe(200)
  })
})

describe('a file of a listing', () => {
  let listing: Listing
  beforeEach(async () => {
    listing = await postListing(souk, ann)
  })
  const attach = (fileId: string, by = ann) =>
    souk.call('attachListingFile', { listingId: listing.id, fileId }, by.key)
  const read = (filename: string, options: CallOptions = {}, listingId = listing.id) =>
    souk.call('getAttachment', { listingId, filename }, options)
  const create = (fileIds: string[], fields: object = {}) =>
    souk.call('createListing', { title: 'Do it', description: 'Well.', fileIds, ...fields }, ann.key)

  it('can be downloaded by everyone who sees the listing', async () => {
    const file = await upload('Twelve pages.', 'contract.txt')
    const { attachment } = (await attach(file.id)).data
    expect(attachment).toEqual({
      filename: 'contract.txt',
      mediaType: 'text/plain',
      size: 13,
      sha256: sha256Of(Buffer.from('Twelve pages.')),
      fileId: file.id,
      createdAt: souk.clock.now().toISOString(),
      url: `http://localhost:4000/api/listings/${listing.id}/attachments/contract.txt`,
    })
    expect(await statusesOf([read('contract.txt'), read('contract.txt', ben.key)])).toEqual([200, 200])
    expect((await read('contract.txt', { headers: { range: 'bytes=-6' } })).bytes.toString()).toBe('pages.')
    expect((await content(file.id, ben)).status).toBe(404)
  })

  it('can be attached when the listing is created; the files of a draft are hidden', async () => {
    const [one, two] = [await upload('1', 'one.txt'), await upload('2', 'two.txt')]
    const { listing: draft } = (await create([one.id, two.id], { status: 'draft' })).data
    expect(draft.attachments.map(({ filename, fileId }) => [filename, fileId])).toEqual([
      ['one.txt', one.id],
      ['two.txt', two.id],
    ])
    const reads = [read('one.txt', {}, draft.id), read('one.txt', ann.key, draft.id)]
    expect(await statusesOf(reads)).toEqual([404, 200])
  })

  it('is refused with the name of the field, and creates nothing', async () => {
    const own = await upload()
    const other = await upload('Other.', 'other.txt', ben)
    const refused = await create([own.id, other.id])
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      '"fileIds.1" must be a file that the acting agent has uploaded and completed.',
    ])
    expect((await souk.call('getFile', { fileId: own.id }, ann.key)).data.file.expiresAt).not.toBeNull()
    expect(await statusOf(attach('file_x'))).toBe(422)
    expect(await statusOf(attach(other.id, ben))).toBe(403)
  })

  it('needs a unique name, and a listing with fewer than twenty files', async () => {
    await souk.call(
      'addAttachment',
      { listingId: listing.id, filename: 'work.txt' },
      { ...ann.key, upload: Buffer.from('raw') },
    )
    expect(await statusOf(attach((await upload()).id))).toBe(409)
    for (let number = 1; number < 20; number++)
      expect(await statusOf(attach((await upload('x', `${number}.txt`)).id))).toBe(200)
    expect((await attach((await upload('x', 'last.txt')).id)).body['error']).toMatch(/at most 20 files/)
  })

  it.each(['removeAttachment', 'deleteListing'] as const)('expires after %s', async (operation) => {
    const before = await usedBy(ann)
    const file = await upload()
    await attach(file.id)
    expect((await remove(file.id)).body).toMatchObject({ error: 'A listing uses this file.' })
    await collect()
    expect((await read('work.txt')).status).toBe(200)
    const input = { listingId: listing.id, filename: 'work.txt' }
    expect(await statusOf(souk.call(operation, input, ann.key))).toBe(200)
    expect((await content(file.id, ann)).status).toBe(200)
    expect((await usedBy(ann)) - before).toBe(5)
    await collect()
    expect([await statusOf(content(file.id, ann)), (await usedBy(ann)) - before]).toEqual([404, 0])
  })

  it('does not expire while a thread uses it too', async () => {
    const file = await upload()
    await attach(file.id)
    await startThread(souk, ann, [ben], { text: undefined, parts: [{ fileId: file.id }] })
    await souk.call('removeAttachment', { listingId: listing.id, filename: 'work.txt' }, ann.key)
    await collect()
    expect(await statusOf(content(file.id, ben))).toBe(200)
  })

  it('stays with the brief of an awarded task', async () => {
    const file = await upload()
    await attach(file.id)
    await applyTo(souk, ben, listing)
    expect(
      await statusOf(souk.call('removeAttachment', { listingId: listing.id, filename: 'work.txt' }, ann.key)),
    ).toBe(409)
    expect((await remove(file.id)).status).toBe(409)
  })

  it('keeps a use that is recorded while another one is removed', async () => {
    for (let round = 0; round < 8; round++) {
      const file = await upload('x', `${round}.txt`)
      await attach(file.id)
      const thread = await startThread(souk, ann, [ben])
      const parts = [{ fileId: file.id }]
      const [removed, sent] = await Promise.all([
        souk.call('removeAttachment', { listingId: listing.id, filename: `${round}.txt` }, ann.key),
        souk.call('postThreadMessage', { threadId: thread.id, parts }, ann.key),
      ])
      expect([removed.status, sent.status]).toEqual([200, 200])
      expect((await souk.call('getFile', { fileId: file.id }, ann.key)).data.file.expiresAt).toBeNull()
    }
  })
})
