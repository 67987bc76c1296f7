import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/shell.ts'

/** Terms, legal notice, privacy notice and support of the operators. */
export function MarketLinks() {
  const { data: market } = useRead(api.market.getMarket, {})
  const links = [
    [(market?.terms ?? null) === null ? null : '/terms', say('terms')],
    [market?.legalUrl, say('legalNotice')],
    [market?.privacyUrl, say('privacy')],
    [market?.supportUrl ?? mailTo(market?.supportEmail), say('support')],
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

function mailTo(address: string | null | undefined): string | null {
  return address === null || address === undefined ? null : `mailto:${address}`
}
