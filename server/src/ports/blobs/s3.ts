/** The only client of S3-compatible object storage: one object per blob, addressed by path. */
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { unavailable } from '../../failure.ts'
import { second } from '../../lib/clock.ts'
import { BlobMissing, type BlobStore } from './blob-store.ts'

export interface S3Settings {
  /** URL of the bucket, with an optional prefix of all keys. */
  readonly bucketUrl: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly headers?: Record<string, string>
  readonly bytes?: AsyncIterable<Buffer>
}

type Report = (problem: string) => void

/** Until the response starts; an upload of one part is included. */
const timeoutMs = 60 * second
const attemptsMax = 3

export function createS3Blobs(settings: S3Settings, report: Report): BlobStore {
  const request = (sent: S3Request) => sendWithRetries(settings, sent, report)
  return {
    put: async (key, bytes, { size, sha256 }) => {
      const headers = {
        'content-length': String(size),
        'content-type': 'application/octet-stream',
        // Signed, so that the store refuses other bytes.
        'x-amz-content-sha256': sha256.toString('hex'),
      }
      const response = await request({ method: 'PUT', key, headers, bytes })
      await response.body?.cancel()
    },
    read: async function* (key) {
      const response = await request({ method: 'GET', key })
      if (response.status === 404 || response.body === null) throw new BlobMissing(key)
      for await (const chunk of response.body) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    },
    delete: async (key) => {
      const response = await request({ method: 'DELETE', key })
      await response.body?.cancel()
    },
  }
}

/** Repeats a request that failed on the way or in the store. Every request is idempotent. */
async function sendWithRetries(settings: S3Settings, sent: S3Request, report: Report): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(settings, sent).catch((error: unknown) => String(error))
    const isAnswer = typeof response !== 'string'
    if (isAnswer && (response.ok || (response.status === 404 && sent.method !== 'PUT'))) return response
    const problem = isAnswer ? `${response.status} ${(await response.text()).slice(0, 300)}` : response
    const isFinal = isAnswer && response.status < 500 && response.status !== 429
    if (isFinal || attempt === attemptsMax) {
      report(`${sent.method} ${sent.key}: ${problem}`)
      throw unavailable('The file store refused the request.', 10)
    }
    await delay(200 * 2 ** attempt)
  }
}

async function send(
  { bucketUrl, region, ...credentials }: S3Settings,
  { method, key, headers = {}, bytes }: S3Request,
): Promise<Response> {
  const signer = new AwsV4Signer({
    ...credentials,
    url: `${bucketUrl}/${key}`,
    method,
    headers,
    service: 's3',
    region,
  })
  const signed = await signer.sign()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error('timeout')), timeoutMs)
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: timeout.signal,
      ...(bytes === undefined ? {} : { body: streamOf(bytes), duplex: 'half' }),
    })
  } finally {
    clearTimeout(timer)
  }
}

/** The length is known, so that the body is sent as it is read and without chunked encoding, which S3 refuses. */
function streamOf(bytes: AsyncIterable<Buffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(new Uint8Array(next.value))
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
}
