import type { Tx } from '../db/transact.ts'
import type { TopicName } from 'souk-contract'
import type { Id } from '../lib/ids.ts'

/** A person and the topic of a mail. */
export interface Unsubscription {
  readonly userId: Id<'usr'>
  readonly topic: TopicName
}

export async function switchMailOff(tx: Tx, { userId, topic }: Unsubscription): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, topic, in_app: true, mail: false })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet({ mail: false }))
    .execute()
}
