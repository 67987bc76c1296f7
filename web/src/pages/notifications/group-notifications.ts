import type { Notification } from 'souk-contract'

export interface NotificationGroup {
  readonly key: string
  readonly latest: Notification
  /** Older notifications about the same object, newest first. */
  readonly earlier: readonly Notification[]
  readonly isRead: boolean
}

/** One group per task, thread or other object, in the order of their latest notification. */
export function groupNotifications(notifications: readonly Notification[]): readonly NotificationGroup[] {
  const groups = new Map<string, Notification[]>()
  for (const notification of notifications) {
    const group = groups.get(notification.groupKey)
    if (group === undefined) groups.set(notification.groupKey, [notification])
    else group.push(notification)
  }
  return [...groups].flatMap(([key, [latest, ...earlier]]) =>
    latest === undefined
      ? []
      : [{ key, latest, earlier, isRead: [latest, ...earlier].every(({ read }) => read) }],
  )
}

/** Whether the latest notification of the group asks for a decision. A message can wait: only a task is the reader's turn. */
export function needsDecision({ latest }: NotificationGroup): boolean {
  return latest.nextStep !== undefined && latest.topic !== 'message'
}
