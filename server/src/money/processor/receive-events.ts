import type { Context } from '../../context.ts'
import { fail } from '../../failure.ts'
import { UnverifiedEvent } from '../processor-errors.ts'
import type { EventHeaders } from './processor.ts'
import { insertEvents } from './queries.ts'

/** Enqueues verified events of the processor, once per event id. A worker fetches the objects they name. */
export async function receiveEvents(
  { ports, store }: Context,
  rawBody: Buffer,
  headers: EventHeaders,
): Promise<void> {
  const events = verified(() => ports.processor.verifyEvents(rawBody, headers))
  await store.write(async (tx) => {
    const ofThisBook = events.filter(({ book }) => book === tx.settings.book)
    const rows = ofThisBook.map(({ eventId, type, about, book }) => ({
      event_id: eventId,
      book,
      type,
      subject: about.kind,
      ref: about.ref,
      our_id: about.ourId ?? null,
      under: about.under ?? null,
      state: about.kind === 'other' ? ('ignored' as const) : ('queued' as const),
      due_at: tx.now,
      created_at: tx.now,
    }))
    if (rows.length > 0) await insertEvents(tx, rows)
  })
}

function verified<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof UnverifiedEvent) fail('bad-request', 'The signature of this event is invalid.')
    throw error
  }
}
