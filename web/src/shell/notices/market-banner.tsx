import { Megaphone } from 'lucide-react'
import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './market-banner.module.css'

/** Announcement of the operators, and whether the marketplace is read-only or pays nothing out, above every page. */
export function MarketBanner() {
  const { data: market } = useRead(api.market.getMarket, {})
  if (market === undefined) return null
  const { banner, readOnly, payouts } = market
  if (banner === null && !readOnly && payouts) return null
  const level = readOnly || !payouts ? 'warning' : banner?.level
  return (
    <p className={classes.banner} data-level={level} role="status">
      <Megaphone size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {readOnly && <strong>{say('marketReadOnly')} </strong>}
        {payouts || readOnly ? null : <strong>{say('payoutsPaused')} </strong>}
        {banner?.text}
      </span>
    </p>
  )
}
