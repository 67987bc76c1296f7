import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../../live-updates.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './offline-notice.module.css'

/** Says that the device has no network. The page stays, and updates itself when the network is back. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={classes.notice}>
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('offlineNotice')}
        </p>
      )}
    </div>
  )
}
