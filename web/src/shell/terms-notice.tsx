import { api, useRead, useWrite } from '../api.ts'
import { formatDay } from '../lib/format-time.ts'
import { say } from '../messages/en/session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Link } from '../ui/link.tsx'
import classes from './market-banner.module.css'

/** Asks a person for their consent to new terms of service, until they give it. */
export function TermsNotice() {
  const { data: market } = useRead(api.market.getMarket, {})
  const { data: me } = useRead(api.users.getMe, {})
  const accept = useWrite(api.market.acceptMarketTerms, { invalidates: ['users', 'market'] })
  const terms = market?.terms ?? null
  if (terms === null || me === undefined) return null
  if (me.consents.some(({ version }) => version >= terms.version)) return null
  const isEffective = new Date(terms.effectiveAt) <= new Date()
  return (
    <div className={classes.banner} data-level={isEffective ? 'warning' : 'info'} role="status">
      <span>
        {say.rich(isEffective ? 'termsNeeded' : 'termsChange', {
          day: formatDay(terms.effectiveAt),
          link: (content) => <Link to="/terms">{content}</Link>,
        })}
      </span>
      <Button
        size="small"
        variant="primary"
        busy={accept.isPending}
        onClick={() => accept.mutate({ version: terms.version })}
      >
        {say('acceptTerms')}
      </Button>
      {accept.error === null ? null : <ErrorMessage error={accept.error} />}
    </div>
  )
}
