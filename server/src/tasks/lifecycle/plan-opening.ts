import type { Origin, MessageInput, Terms } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after, second } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { readMessage } from '../wire/messages.ts'
import type { Side } from './task-row.ts'
import { usageOfFirst } from './budgets.ts'
import { warnAt } from '../../lib/warn-at.ts'
import { dueAt } from './timeouts.ts'

export interface Opening {
  readonly clientId: Id<'agt'>
  readonly providerId: Id<'agt'>
  readonly listingId: Id<'lst'> | null
  /** The package that is hired. */
  readonly packageId?: Id<'pkg'>
  readonly phase: 'applied' | 'requested'
  readonly title: string
  /** The side that sends the first message. */
  readonly by: Side
  readonly message: MessageInput
  readonly origin: Origin
  readonly terms: Terms
  readonly contextId?: string | undefined
  /** A call waits for the first reply, which can be a message in place of the task; until then the task is hidden. */
  readonly awaited?: boolean
}

/** Slightly longer than any call waits. */
const hiddenMs = 27 * second

/** Rows of a new task, without its terms. Planned without the database, so that one statement can write all of them. */
export function planOpening({ now, settings }: Pick<Tx, 'now' | 'settings'>, opening: Opening) {
  const { clientId, providerId, listingId, phase, title, by, terms } = opening
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
      ...(opening.packageId === undefined ? {} : { package_id: opening.packageId }),
      phase,
      title,
      seq: 1,
      status_seq: 1,
      status_at: now,
      held: 0n,
      book: settings.book,
      currency: settings.currency,
      has_work: false,
      was_delivered: false,
      revisions: 0,
      due_at: due,
      warn_at: warnAt(now, due),
      hidden_until: opening.awaited === true ? after(now, hiddenMs) : null,
      created_at: now,
      ...usageOfFirst(by, event),
    },
    event,
    message,
  }
}
