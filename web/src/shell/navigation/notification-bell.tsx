import { Bell } from 'lucide-react'
import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/notifications.ts'
import { NavLink } from '../../ui/page/link.tsx'
import classes from './notification-bell.module.css'

/** Link to the notifications with the number of unread ones. */
export function NotificationBell() {
  const { data } = useRead(api.notifications.countNotifications, {})
  const unread = data?.unread ?? 0
  return (
    <NavLink
      to="/notifications"
      className={classes.bell}
      aria-label={say('unreadCount', { count: unread })}
      title={say('notifications')}
    >
      <Bell size={18} strokeWidth={1.75} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </NavLink>
  )
}
