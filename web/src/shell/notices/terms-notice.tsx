import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { api, useRead } from '../../api.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/session.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Link } from '../../ui/page/link.tsx'
import classes from './market-banner.module.css'
import { TermsDialog, useAcceptTerms } from './terms-dialog.tsx'
import { useRefusedWrites } from './use-refused-writes.ts'

/**
 * Asks a person for their consent to new terms of service until they give it: with a banner before the terms take effect,
 * then also with a dialog, which opens again after each refused write. Nothing on the page is lost meanwhile.
 */
export function TermsNotice() {
  const { data: market } = useRead(api.market.getMarket, {})
  const { data: me } = useRead(api.users.getMe, {})
  const terms = market?.terms ?? null
  if (terms === null || me === undefined) return null
  if (me.consents.some(({ version }) => version >= terms.version)) return null
  return new Date(terms.effectiveAt) <= new Date() ? (
    <RequiredConsent key={terms.version} version={terms.version} />
  ) : (
    <ComingTerms version={terms.version} day={formatDay(terms.effectiveAt)} />
  )
}

const termsLink = (content: ReactNode) => <Link to="/terms">{content}</Link>

function RequiredConsent({ version }: { version: number }) {
  // A reader of the terms has the text in front of them.
  const isReading = useLocation().pathname.endsWith('/terms')
  const [asking, setAsking] = useState(!isReading)
  useRefusedWrites(() => setAsking(true))
  return (
    <div className={classes.banner} data-level="warning" role="status">
      <span className={classes.text}>{say.rich('termsNeeded', { link: termsLink })}</span>
      <Button size="small" variant="primary" onClick={() => setAsking(true)}>
        {say('reviewTerms')}
      </Button>
      <TermsDialog version={version} open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

function ComingTerms({ version, day }: { version: number; day: string }) {
  const accept = useAcceptTerms()
  return (
    <div className={classes.banner} data-level="info" role="status">
      <span className={classes.text}>{say.rich('termsChange', { day, link: termsLink })}</span>
      <Button size="small" busy={accept.isPending} onClick={() => accept.mutate({ version })}>
        {say('acceptTerms')}
      </Button>
      {accept.error === null ? null : <ErrorMessage error={accept.error} />}
    </div>
  )
}
