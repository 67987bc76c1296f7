import { api, useRead } from '../api.ts'
import { say } from '../messages/en/shell.ts'

/** Legal notice and support page of the operators. */
export function MarketLinks() {
  const { data: market } = useRead(api.market.getMarket, {})
  const links = [
    [(market?.terms ?? null) === null ? null : '/terms', say('terms')],
    [market?.legalUrl, say('legalNotice')],
    [market?.supportUrl, say('support')],
  ] as const
  return links.map(([url, label]) =>
    url === null || url === undefined ? null : (
      <span key={label}>
        {' · '}
        <a href={url}>{label}</a>
      </span>
    ),
  )
}
