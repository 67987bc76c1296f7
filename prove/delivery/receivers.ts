import { Webhook } from 'standardwebhooks'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import {
  openReceiver,
  payloadOf,
  type Arrived,
  type Receiver,
} from '../../server/test/fixtures/receivers/webhook-receiver.ts'
import { assertClaim } from '../suite.ts'
import { reactionOf, type ReceiverBehavior } from './receiver-behavior.ts'

/** One request received by a webhook endpoint. */
export interface Arrival {
  readonly receiver: string
  readonly messageId: string
  /** Undefined for messages that do not concern a task. */
  readonly subject: { readonly taskId: string; readonly sequence: number } | undefined
  /** Number of this attempt, from 1. */
  readonly attempt: number
  readonly isAccepted: boolean
}

export interface ReceiverPool {
  readonly arrivals: Arrival[]
  /** Arrivals whose signature the Standard Webhooks library rejects. */
  readonly forged: Arrival[]
  /** Called before the response is sent. */
  onArrival: () => void
  urlOf(receiver: string): string
  close(): Promise<void>
}

export interface Endpoint {
  readonly behavior: ReceiverBehavior
  readonly secret: string
}

/** One HTTP server with many host names; each host is a separate receiver. */
export async function openReceivers(
  souk: Souk,
  endpoints: ReadonlyMap<string, Endpoint>,
): Promise<ReceiverPool> {
  const server: Receiver = await openReceiver(() => souk)
  const pool: ReceiverPool = {
    arrivals: [],
    forged: [],
    onArrival: () => undefined,
    urlOf: (receiver) => server.url(receiver),
    close: () => server.close(),
  }
  const attempts = new Map<string, number>()
  server.react = (message) => {
    server.arrived.length = 0
    const { name, id } = message
    const attempt = (attempts.get(`${name} ${id}`) ?? 0) + 1
    attempts.set(`${name} ${id}`, attempt)
    const endpoint = endpoints.get(name)
    if (endpoint === undefined) return { status: 404 }
    const subject = subjectOf(message)
    const reaction = reactionOf(endpoint.behavior, subject?.sequence, attempt)
    const isAccepted = typeof reaction === 'object' && reaction.status < 300
    const arrival = { receiver: name, messageId: id, subject, attempt, isAccepted }
    pool.arrivals.push(arrival)
    if (!isSigned(message, endpoint.secret)) pool.forged.push(arrival)
    pool.onArrival()
    return reaction
  }
  return pool
}

export function requireSigned({ forged: [first] }: ReceiverPool): void {
  assertClaim(
    first === undefined,
    `${first?.messageId} arrived at ${first?.receiver} without a valid signature`,
  )
}

function subjectOf(message: Arrived): Arrival['subject'] {
  const { taskId, sequence } = payloadOf(message).data
  return typeof taskId === 'string' && typeof sequence === 'number' ? { taskId, sequence } : undefined
}

/** The library reads the system clock, which is replaced by the simulated time. */
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
