import type { Origin, SentMessage, Terms } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after, second } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { readMessage, type Side } from '../wire/messages.ts'
import { usedFirst } from './budgets.ts'
import { dueAt, warnAt } from './timeouts.ts'

export interface Opening {
  readonly clientId: Id<'agt'>
  readonly providerId: Id<'agt'>
  readonly listingId: Id<'lst'> | null
  readonly phase: 'applied' | 'requested'
  /** Who speaks first. */
  readonly by: Side
  readonly message: SentMessage
  readonly origin: Origin
  readonly terms: Terms
  readonly contextId?: string | undefined
  /** A call waits for the first answer, which may turn out to be a message instead of a task. */
  readonly awaited?: boolean
}

/** A little longer than any call waits. */
export const awaitedMs = 27 * second

/** What is written for a new task, made without the database so that one statement can write it all. */
export function firstRows({ now, settings }: Pick<Tx, 'now' | 'settings'>, opening: Opening) {
  const { clientId, providerId, listingId, phase, by, terms } = opening
  const id = newId('task', now)
  const contextId = opening.contextId ?? newId('ctx', now)
  const message = readMessage(opening.message, by, {
    messageId: newId('msg', now),
    taskId: id,
    contextId,
    origin: opening.origin,
  })
  const due = dueAt(phase, terms, now, 0) ?? fail('internal', `A task cannot begin as ${phase}.`)
  const event = {
    task_id: id,
    seq: 1,
    at: now,
    action: phase === 'applied' ? 'apply' : 'message',
    by,
    phase,
    message: JSON.stringify(message),
  }
  return {
    row: {
      id,
      context_id: contextId,
      provider_id: providerId,
      client_id: clientId,
      listing_id: listingId,
      phase,
      seq: 1,
      status_seq: 1,
      status_at: now,
      terms: JSON.stringify(terms),
      held: 0n,
      book: settings.book,
      currency: settings.currency,
      has_work: false,
      was_delivered: false,
      revisions: 0,
      due_at: due,
      warn_at: warnAt(now, due),
      hidden_until: opening.awaited === true ? after(now, awaitedMs) : null,
      created_at: now,
      ...usedFirst(by, event),
    },
    event,
    message,
  }
}
