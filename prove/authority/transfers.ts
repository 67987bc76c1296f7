/** An upload and a download that are in progress on every node when their authority is lost. */
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { File } from 'souk-contract'
import { declareFile, uploadFile } from '../../server/test/fixtures/files/file-uploads.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallOptions } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { createTestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { assertClaim } from '../suite.ts'
import type { Effect } from './expected.ts'
import type { Fixture } from './fixture.ts'

/** More than the buffers of two sockets hold, and more than the paced reader below reads in two seconds. */
const downloadBytes = 40 * 1024 * 1024
const pace = { bytes: 256 * 1024, everyMs: 20 }
const uploadBytes = 200_000

/** A large file, uploaded once per run; each case gets the right to read it. */
export async function storeLargeFile(souk: Souk): Promise<File> {
  const uploader = await createTestAgent(souk)
  return uploadFile(souk, uploader.key, Buffer.alloc(downloadBytes, 'a'), { filename: 'large.bin' })
}

interface HeldTransfers {
  readonly downloads: readonly IncomingMessage[]
  readonly uploads: readonly HeldUpload[]
  close(): void
}

interface HeldUpload {
  readonly file: File
  /** Sends the rest of the part; returns the status of the response. */
  finish(): Promise<number>
  close(): void
}

/** Starts a download and, if the holder may upload, an upload on each node, and leaves both half done. */
export async function holdTransfers(
  fixture: Fixture,
  { id: fileId }: File,
  origins: { readonly download: readonly string[]; readonly upload: readonly string[] },
): Promise<HeldTransfers> {
  const { souk, task, holder } = fixture
  await souk.context.database
    .insertInto('file_uses')
    .values({
      file_id: `file_${fileId.slice(5)}`,
      task_id: `task_${task.id.slice(5)}`,
      created_at: souk.clock.now(),
    })
    .execute()
  const downloads: IncomingMessage[] = []
  for (const origin of origins.download) {
    const response = await openDownload(`${origin}/api/files/${fileId}/content`, holder.asPerson)
    if (response.statusCode === 200) downloads.push(response)
    else response.destroy()
  }
  const uploads: HeldUpload[] = []
  for (const origin of origins.upload) {
    const file = await declareFile(souk, holder.asPerson, Buffer.alloc(uploadBytes)).catch(() => undefined)
    if (file !== undefined) uploads.push(holdUpload(origin, file, holder.asPerson))
  }
  const close = () => {
    for (const download of downloads) download.destroy()
    for (const upload of uploads) upload.close()
  }
  return { downloads, uploads, close }
}

const headersOf = ({ as = '', agent }: CallOptions) => ({
  authorization: `Bearer ${as}`,
  ...(agent === undefined ? {} : { 'x-agent-context': agent }),
})

function openDownload(url: string, by: CallOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers: headersOf(by), agent: false }, resolve)
      .once('error', reject)
      .end()
  })
}

function holdUpload(origin: string, file: File, by: CallOptions): HeldUpload {
  const half = Buffer.alloc(uploadBytes / 2, 'b')
  const headers = { ...headersOf(by), 'content-length': uploadBytes }
  const url = `${origin}/api/files/${file.id}/parts/1`
  const sending: ClientRequest = request(url, { method: 'PUT', headers, agent: false })
  const status = new Promise<number>((resolve) => {
    // A connection that the server has closed is a refusal too.
    sending.once('error', () => resolve(0))
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  sending.write(half)
  const finish = () => {
    sending.end(half)
    return status
  }
  return { file, finish, close: () => sending.destroy() }
}

const endsDownloads: readonly Effect[] = ['token ends', 'agent ends']
const endsUploads: Readonly<Partial<Record<Effect, readonly number[]>>> = {
  'token ends': [0, 401],
  'agent ends': [0, 403, 404],
  'writes stop': [0, 403],
}

/** Requires that the loss has ended what it must end, and nothing else. Returns the number of transfers. */
export async function checkTransfers(fixture: Fixture, held: HeldTransfers): Promise<number> {
  const { loss, source, effect } = fixture
  const refusals = endsUploads[effect]
  for (const upload of held.uploads) {
    const status = await upload.finish()
    const isExpected = refusals === undefined ? status === 200 : refusals.includes(status)
    assertClaim(isExpected, `${loss} of ${source}: an upload in progress returned ${status}`)
    const stored = await storedParts(fixture.souk, upload.file)
    assertClaim(
      stored === (refusals === undefined ? 1 : 0),
      `${loss} of ${source}: ${stored} parts are stored`,
    )
  }
  const mustEnd = endsDownloads.includes(effect)
  for (const isComplete of await Promise.all(held.downloads.map(readPaced))) {
    const outcome = isComplete ? 'a download continued to its end' : 'a download ended'
    assertClaim(isComplete !== mustEnd, `${loss} of ${source}: ${outcome}`)
  }
  return held.downloads.length + held.uploads.length
}

/** Reads at a pace that needs more than two seconds. Returns whether all bytes arrived. */
async function readPaced(download: IncomingMessage): Promise<boolean> {
  let received = 0
  try {
    for await (const chunk of download) {
      const before = Math.floor(received / pace.bytes)
      received += Buffer.byteLength(chunk)
      if (Math.floor(received / pace.bytes) > before) await delay(pace.everyMs)
    }
  } catch {
    return false
  }
  return received === downloadBytes
}

async function storedParts(souk: Souk, { id }: File): Promise<number> {
  const parts = await souk.context.database.selectFrom('file_parts').select('file_id').execute()
  return parts.filter(({ file_id: fileId }) => fileId === id).length
}

/** A planted fault: a proxy that reads a whole response before it passes it on. */
export async function openBufferingProxy(
  origin: string,
): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((incoming, reply) => {
    const { authorization = '', 'x-agent-context': agent } = incoming.headers
    const headers = { authorization, ...(typeof agent === 'string' ? { 'x-agent-context': agent } : {}) }
    void fetch(`${origin}${incoming.url ?? ''}`, { headers })
      .then(async (response) =>
        reply.writeHead(response.status).end(Buffer.from(await response.arrayBuffer())),
      )
      .catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : fail('no port')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, close }
}
