import type { Tx } from '../../../db/transact.ts'
import { minute } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { sameBytes, type Vault } from '../../../lib/secrets.ts'
import { UnverifiedEvent } from '../../processor-errors.ts'
import type { EventHeaders, EventSubject, VerifiedEvent } from '../processor.ts'
import type { EventAbout } from './tables.ts'

const signatureHeader = 'souk-sandbox-signature'
const toleranceMs = 5 * minute

/** Writes an event in the transaction of its change; a worker delivers it. */
export async function emit(tx: Tx, type: string, subject: EventAbout): Promise<void> {
  await tx
    .insertInto('sandbox_events')
    .values({
      id: newId('sbevt', tx.now),
      type,
      about: JSON.stringify(subject),
      state: 'queued',
      due_at: tx.now,
      created_at: tx.now,
    })
    .execute()
}

/** Subject of an event: a row of the sandbox, with our id. */
export function about(kind: EventSubject, row: { id: string; our_id: string }): EventAbout {
  return { kind, ref: row.id, ourId: row.our_id }
}

interface Delivery {
  readonly rawBody: Buffer
  readonly headers: Record<string, string>
}

/** The event as sent, signed like Stripe's: the timestamp is part of the signed content. */
export function signedDelivery(
  vault: Vault,
  event: { id: string; type: string; about: EventAbout },
  now: Date,
): Delivery {
  const content: VerifiedEvent = {
    eventId: event.id,
    type: event.type,
    about: event.about,
    book: 'sandbox',
  }
  const body = JSON.stringify(content)
  const time = Math.floor(now.getTime() / 1000)
  return {
    rawBody: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: `t=${time},v1=${vault.sign(purpose, signed(time, body)).toString('hex')}`,
    },
  }
}

export function verifyEvents(
  rawBody: Buffer,
  headers: EventHeaders,
  { vault, now }: { vault: Vault; now: Date },
): VerifiedEvent[] {
  const header = headers[signatureHeader]
  const [, time = '', sent = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  const body = rawBody.toString('utf8')
  const known = vault.tags(purpose, signed(Number(time), body))
  if (!known.some((tag) => sameBytes(tag, Buffer.from(sent, 'hex')))) {
    throw new UnverifiedEvent('The event is not signed by the sandbox.')
  }
  if (Math.abs(now.getTime() - Number(time) * 1000) > toleranceMs) {
    throw new UnverifiedEvent('The event was signed too long ago.')
  }
  // Signed by this server, so it has the shape that signedDelivery wrote.
  const event: VerifiedEvent = JSON.parse(body)
  return [event]
}

const purpose = 'sandbox event'

function signed(time: number, body: string): string {
  return `${time}.${body}`
}
