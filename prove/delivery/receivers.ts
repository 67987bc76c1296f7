import { Webhook } from 'standardwebhooks'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import {
  openReceiver,
  said,
  type Arrived,
  type Receiver,
} from '../../server/test/fixtures/webhook-receiver.ts'
import { assertClaim } from '../suite.ts'
import { reactionOf, type Manner } from './receiver-behavior.ts'

/** What receivers have seen, in the order in which it came. */
export interface Arrival {
  readonly receiver: string
  readonly messageId: string
  /** Undefined for what is not about a task. */
  readonly about: { readonly taskId: string; readonly sequence: number } | undefined
  /** How often this message has come, this time among them. */
  readonly tries: number
  readonly isTaken: boolean
}

export interface Post {
  readonly arrivals: Arrival[]
  /** What was not signed as anybody can verify who knows nothing of us but the standard. */
  readonly forged: Arrival[]
  /** Called while the sender still waits for its answer. */
  onArrival: () => void
  urlOf(receiver: string): string
  close(): Promise<void>
}

export interface Address {
  readonly manner: Manner
  readonly secret: string
}

/** One server with many names, each of which is a receiver of its own. */
export async function openPost(souk: Souk, addresses: ReadonlyMap<string, Address>): Promise<Post> {
  const server: Receiver = await openReceiver(() => souk)
  const post: Post = {
    arrivals: [],
    forged: [],
    onArrival: () => undefined,
    urlOf: (receiver) => server.url(receiver),
    close: () => server.close(),
  }
  const seen = new Map<string, number>()
  server.react = (message) => {
    server.arrived.length = 0
    const { name, id } = message
    const tries = (seen.get(`${name} ${id}`) ?? 0) + 1
    seen.set(`${name} ${id}`, tries)
    const address = addresses.get(name)
    if (address === undefined) return { status: 404 }
    const about = subjectOf(message)
    const reaction = reactionOf(address.manner, about?.sequence, tries)
    const isTaken = typeof reaction === 'object' && reaction.status < 300
    const arrival = { receiver: name, messageId: id, about, tries, isTaken }
    post.arrivals.push(arrival)
    if (!isSigned(message, address.secret)) post.forged.push(arrival)
    post.onArrival()
    return reaction
  }
  return post
}

export function requireSigned({ forged: [first] }: Post): void {
  assertClaim(first === undefined, `${first?.messageId} came to ${first?.receiver} without a valid signature`)
}

function subjectOf(message: Arrived): Arrival['about'] {
  const { taskId, sequence } = said(message).data
  return typeof taskId === 'string' && typeof sequence === 'number' ? { taskId, sequence } : undefined
}

/** The library asks the computer for the time, which must be that of the run. */
function isSigned({ body, headers, at }: Arrived, secret: string): boolean {
  const { now } = Date
  Date.now = () => at.getTime()
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  } finally {
    Date.now = now
  }
}
