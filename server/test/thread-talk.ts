import type { Thread, ThreadMessage } from 'souk-contract'
import { newId } from '../src/lib/ids.ts'
import { idOf } from './bank.ts'
import type { Souk } from './harness.ts'
import type { Trader } from './traders.ts'

/** What tests of threads say again and again. */
export async function begin(
  souk: Souk,
  from: Trader,
  to: readonly Trader[],
  fields: object = {},
): Promise<Thread> {
  const participants = to.map(({ agent }) => agent.name)
  return (await souk.call('createThread', { participants, text: 'Hello', ...fields }, from.key)).data.thread
}

export async function say(
  souk: Souk,
  from: Trader,
  { id: threadId }: Thread,
  text = 'And another thing.',
): Promise<ThreadMessage> {
  return (await souk.call('postThreadMessage', { threadId, text }, from.key)).data.message
}

/** As one of its participants sees it. */
export async function seen(souk: Souk, by: Trader, { id: threadId }: Thread): Promise<Thread> {
  return (await souk.call('getThread', { threadId }, by.key)).data.thread
}

export async function block(souk: Souk, blocker: Trader, blocked: Trader): Promise<void> {
  await souk.context.database
    .insertInto('blocks')
    .values({
      blocker_id: idOf(blocker.agent),
      blocked_id: idOf(blocked.agent),
      created_at: souk.clock.now(),
    })
    .execute()
}

export async function connect(souk: Souk, one: Trader, other: Trader): Promise<void> {
  const now = souk.clock.now()
  await souk.context.database
    .insertInto('connections')
    .values({
      id: newId('con', now),
      requester_id: idOf(one.agent),
      addressee_id: idOf(other.agent),
      state: 'accepted',
      note: null,
      created_at: now,
      decided_at: now,
    })
    .execute()
}

export async function contactFrom(
  souk: Souk,
  { hand }: Trader,
  whom: 'everyone' | 'connections' | 'nobody',
): Promise<void> {
  await souk.call('updateMyAgent', { contactFrom: whom }, hand)
}
