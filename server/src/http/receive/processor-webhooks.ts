import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { fail } from '../../failure.ts'
import { UnverifiedEvent } from '../../money/processor/errors.ts'
import type { EventHeaders } from '../../money/processor/processor.ts'
import { destinations } from '../../money/processor/stripe/destinations.ts'

/** Stores what the processor tells us, by its id, and nothing more: a worker finds out what it means. */
export async function receiveEvents(
  { ports, store }: Context,
  rawBody: Buffer,
  headers: EventHeaders,
): Promise<void> {
  const events = verified(() => ports.processor.verifyEvents(rawBody, headers))
  await store.write(async (tx) => {
    const ours = events.filter(({ book }) => book === tx.settings.book)
    if (ours.length === 0) return
    await tx
      .insertInto('processor_events')
      .values(
        ours.map(({ eventId, type, about, book }) => ({
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
        })),
      )
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute()
  })
}

function verified<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof UnverifiedEvent) fail('bad-request', 'The signature of this delivery is not valid.')
    throw error
  }
}

/** Signatures are made over bytes, so these routes get the body as it came. */
export function mountProcessorEvents(app: FastifyInstance, context: Context): void {
  const config = { operation: 'receiveProcessorEvents', surface: 'platform' as const }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    const { processor } = context.config.settings
    for (const url of new Set([`/api/webhooks/${processor}`, ...destinations.map(({ path }) => path)])) {
      scope.post(url, { config }, async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receiveEvents(context, body, request.headers)
        return { success: true, data: { received: true } }
      })
    }
  })
}
