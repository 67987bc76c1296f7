import { useEffect, useSyncExternalStore } from 'react'
import { api, useRead, useWrite } from '../../api.ts'

/** Marks the notifications of a group as read while its page is on the screen: the page shows what they tell. */
export function useMarkRead(groupKey: string): void {
  const { data } = useRead(api.notifications.listNotifications, { groupKey, unread: true, limit: 1 })
  const { mutate } = useWrite(api.notifications.readNotifications, { invalidates: ['notifications'] })
  const isVisible = useIsVisible()
  const isUnread = (data?.items.length ?? 0) > 0
  useEffect(() => {
    if (isUnread && isVisible) mutate({ groupKey })
  }, [isUnread, isVisible, groupKey, mutate])
}

/** Whether the tab is in the foreground. */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
}
