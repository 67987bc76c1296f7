import { FlaskConical } from 'lucide-react'
import { api, useRead } from '../api.ts'
import { say } from '../messages/en/welcome.ts'
import classes from './sandbox-banner.module.css'

/** Says that money is play money, where the marketplace has no payment processor. */
export function SandboxBanner() {
  const { data } = useRead(api.service.getStats, {})
  if (data?.sandbox !== true) return null
  return (
    <p className={classes.banner} role="note">
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <strong>{say('sandbox')}</strong> {say('sandboxText')}
      </span>
    </p>
  )
}
