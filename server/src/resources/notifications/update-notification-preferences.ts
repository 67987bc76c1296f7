import { optionalTopics, type Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockUser } from '../users/queries.ts'
import { preferencesOf, savePreferences } from './queries.ts'
import { preferencesWith } from './rules.ts'

export const updateNotificationPreferences: Operation<
  Contract['notifications']['updateNotificationPreferences']
> = async (tx, caller, { preferences: given }) => {
  await lockUser(tx, caller.userId)
  const before = preferencesWith(await preferencesOf(tx, caller.userId))
  const changed = before
    .filter(({ topic }) => optionalTopics.includes(topic) && given[topic] !== undefined)
    .map(({ topic, inApp, mail }) => ({
      topic,
      in_app: given[topic]?.inApp ?? inApp,
      mail: given[topic]?.mail ?? mail,
    }))
  await savePreferences(tx, caller.userId, changed)
  return { preferences: preferencesWith(await preferencesOf(tx, caller.userId)) }
}
