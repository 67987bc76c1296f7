import type { Notification } from 'souk-contract'
import type { NotificationRow } from './queries.ts'

export function viewNotification(
  { number, kind, at, data, title }: NotificationRow,
  readUpTo: bigint,
): Notification {
  return {
    id: String(number),
    kind,
    at: at.toISOString(),
    ...(title === null ? {} : { title }),
    read: number <= readUpTo,
    data: { ...data },
  }
}
