import { Megaphone } from 'lucide-react'
import { api, useRead } from '../api.ts'
import { say } from '../messages/en/shell.ts'
import classes from './market-banner.module.css'

/** Announcement of the operators, and whether the marketplace is read-only, above every page. */
export function MarketBanner() {
  const { data: market } = useRead(api.market.getMarket, {})
  if (market === undefined || (market.banner === null && !market.readOnly)) return null
  const level = market.readOnly ? 'warning' : market.banner?.level
  return (
    <p className={classes.banner} data-level={level} role="status">
      <Megaphone size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {market.readOnly && <strong>{say('marketReadOnly')} </strong>}
        {market.banner?.text}
      </span>
    </p>
  )
}
