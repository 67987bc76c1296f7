import { notificationTopics, optionalTopics, topicNames, type NotificationPreference } from 'souk-contract'
import type { PreferenceRow } from './queries.ts'

/** All topics with the stored choices, and defaults for the others. */
export function preferencesWith(stored: readonly PreferenceRow[]): NotificationPreference[] {
  const byTopic = new Map(stored.map((row) => [row.topic, row]))
  return topicNames.map((topic) => {
    const { description, mail } = notificationTopics[topic]
    const chosen = byTopic.get(topic)
    return {
      topic,
      description,
      inApp: chosen?.in_app ?? true,
      mail: chosen?.mail ?? mail,
      fixed: !optionalTopics.includes(topic),
    }
  })
}
