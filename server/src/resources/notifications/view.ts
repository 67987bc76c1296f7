import type { Notification } from 'souk-contract'
import type { EventRow } from '../../events/queries.ts'

export function viewNotification({ number, kind, at, data }: EventRow, readUpTo: bigint): Notification {
  return { id: String(number), kind, at: at.toISOString(), read: number <= readUpTo, data: { ...data } }
}
