/** Attacks on the HTTP/2 connections of gRPC, and the limits that must stop each of them. */
import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { frame } from '../../server/src/http/bindings/grpc/framing.ts'
import { openGrpc, pathOf } from '../../server/test/fixtures/a2a/grpc-call.ts'
import { assertClaim, type Counts } from '../suite.ts'
import type { Target } from './attacks.ts'

export async function attackHttp2({ origin, keys }: Target, connections: number): Promise<Counts> {
  const [key = ''] = keys
  const closed = await Promise.all(Array.from({ length: connections }, () => resetStreams(origin)))
  assertClaim(!closed.includes(false), `a connection reset ${resetsSent} streams and stayed open`)
  const streams = await concurrentStreams(origin)
  assertClaim(streams <= streamsMost, `a connection may open ${streams} streams`)
  assertClaim(!(await acceptsManyHeaders(origin)), 'a request with 2000 headers was accepted')
  const bomb = await sendBomb(origin, key)
  assertClaim(bomb === resourceExhausted, `a compression bomb got status ${bomb}`)
  return { 'connections closed after resets': closed.length }
}

/** The server allows 200 resets within ten seconds. Above 1000, Node closes the connection on its own. */
const resetsSent = 600
const closeTimeoutMs = 20_000
const streamsMost = 200
const resourceExhausted = 8

/** Opens streams and cancels them without delay; returns whether the server then closes the connection. */
async function resetStreams(origin: string): Promise<boolean> {
  const session = await open(origin)
  const closed = new Promise<boolean>((resolve) => session.once('close', () => resolve(true)))
  for (let count = 1; count <= resetsSent && !session.closed && !session.destroyed; count++) {
    const stream = session.request({ ':method': 'POST', ':path': pathOf('GetTask'), ...grpcHeaders })
    stream.on('error', () => undefined)
    stream.close(constants.NGHTTP2_CANCEL)
    if (count % 20 === 0) await delay(2)
  }
  const isClosed = session.destroyed || (await Promise.race([closed, delay(closeTimeoutMs, false)]))
  session.destroy()
  return isClosed
}

const grpcHeaders = { 'content-type': 'application/grpc', te: 'trailers' } as const

async function concurrentStreams(origin: string): Promise<number> {
  const session = await open(origin)
  const { maxConcurrentStreams = Number.POSITIVE_INFINITY } = session.remoteSettings
  session.destroy()
  return maxConcurrentStreams
}

/** Resolves with the settings of the server. */
async function open(origin: string): Promise<ClientHttp2Session> {
  const session = connect(origin)
  session.on('error', () => undefined)
  await new Promise((resolve) => {
    session.once('remoteSettings', resolve)
    session.once('close', resolve)
  })
  return session
}

async function acceptsManyHeaders(origin: string): Promise<boolean> {
  const grpc = openGrpc(origin)
  const headers = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-header-${index}`, '1']))
  const { httpStatus } = await grpc.send(pathOf('GetTask'), Buffer.alloc(0), headers)
  grpc.close()
  return httpStatus === 200
}

/** A message of 100 kB that becomes 100 MB. */
async function sendBomb(origin: string, key: string): Promise<number | undefined> {
  const grpc = openGrpc(origin, { authorization: `Bearer ${key}` })
  const framed = frame(gzipSync(Buffer.alloc(100_000_000)))
  framed[0] = 1
  const { code } = await grpc.send(pathOf('SendMessage'), framed, { 'grpc-encoding': 'gzip' })
  grpc.close()
  return code
}
