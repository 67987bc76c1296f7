/** Requests over gRPC that stand for the same call as a request over JSON-RPC, some of them with damaged bytes. */
import { frame } from '../../server/src/http/bindings/grpc/framing.ts'
import { encode } from '../../server/src/http/bindings/grpc/protobuf/encode.ts'
import { methods } from '../../server/src/http/bindings/grpc/methods.ts'
import { openGrpc, pathOf, type GrpcClient } from '../../server/test/fixtures/a2a/grpc-call.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts } from '../suite.ts'
import type { Principal } from './fixture.ts'
import type { RequestDraft } from './requests.ts'

/** UNKNOWN, INTERNAL, UNAVAILABLE and DATA_LOSS: the fault of the server. */
const faults: ReadonlySet<number | undefined> = new Set([undefined, 2, 13, 14, 15])

const unauthenticated = 16

/** Node's client never frees the memory of a request that the server refuses before its end, up to the limit of the connection. */
const callsPerConnection = 250

interface GrpcCalls {
  readonly count: number
  readonly random: Random
  /** A random call, in each version of JSON-RPC. */
  next(): RequestDraft[]
}

/** Sends the calls, a few at a time; returns the number of responses by status. */
export async function sendByGrpc(port: number, { count, random, next }: GrpcCalls): Promise<Counts> {
  const counts: Record<string, number> = {}
  for (let left = count; left > 0; left -= callsPerConnection) {
    const drafts = Array.from({ length: Math.min(left, callsPerConnection) }, next).flat()
    const requests = drafts.flatMap((draft) => requestOf(draft, random))
    const grpc = openGrpc(`http://127.0.0.1:${port}`)
    await Promise.all(Array.from({ length: 8 }, () => sendAll(grpc, requests, counts)))
    grpc.close()
  }
  return counts
}

async function sendAll(grpc: GrpcClient, left: GrpcRequest[], counts: Record<string, number>): Promise<void> {
  for (let request = left.pop(); request !== undefined; request = left.pop()) {
    const { name, body, mutation, caller } = request
    const { code, message, resetCode } = await grpc.send(pathOf(name), body, headersOf(caller))
    assertClaim(
      !faults.has(code),
      `gRPC ${name} (${mutation}) got status ${code} (HTTP/2 code ${resetCode}): ${message}`,
    )
    counts[`gRPC status ${code}`] = (counts[`gRPC status ${code}`] ?? 0) + 1
    if (code === unauthenticated && caller.credential !== 'none') caller.token = await caller.renew()
  }
}

function headersOf({ credential, token }: Principal): Record<string, string> {
  return {
    ...(credential === 'none' ? {} : { authorization: `Bearer ${token}` }),
    // A stream of a task that does not end would stay open.
    'grpc-timeout': '500m',
  }
}

interface GrpcRequest {
  readonly name: string
  readonly body: Buffer
  readonly mutation: string
  readonly caller: Principal
}

/** One request; none for a draft that is not a method of A2A 1.0. */
function requestOf({ value, caller, path }: RequestDraft, random: Random): GrpcRequest[] {
  const { method: name, params }: { method?: string; params?: object } = Object(value)
  const method = methods.find((known) => known.name === name)
  if (method === undefined) return []
  const tenant = random.chance(20) ? '' : decodeURIComponent(path.split('/').at(-1) ?? '')
  const whole = frame(encode(method.request, { tenant, ...params }))
  const [mutation, body] = random.chance(50) ? (['none', whole] as const) : damage(whole, random)
  return [{ name: method.name, body, mutation, caller }]
}

function damage(whole: Buffer, random: Random): readonly [string, Buffer] {
  const damaged = Buffer.from(whole)
  const at = random.below(damaged.length)
  switch (random.below(4)) {
    case 0:
      return ['truncated', damaged.subarray(0, at)]
    case 1:
      damaged[at] = random.below(256)
      return ['byte replaced', damaged]
    case 2: {
      const content = damaged.subarray(5, Math.max(5, at))
      return ['message truncated', frame(content)]
    }
    default:
      return ['repeated', Buffer.concat([damaged, damaged])]
  }
}
