import { api, useRead } from '../../api.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { say } from '../../messages/en/session.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'

/** The terms of service, as everyone can read them. */
export function Component() {
  const query = useRead(api.market.getMarketTerms, {})
  return (
    <QueryPage query={query}>
      {({ terms }) =>
        terms === null ? (
          <Page title={say('termsOfService')} narrow>
            <EmptyState title={say('noTerms')} />
          </Page>
        ) : (
          <Page
            title={say('termsOfService')}
            lead={say('termsVersion', { version: terms.version, day: formatDay(terms.effectiveAt) })}
            narrow
          >
            <Panel>
              <RichText text={terms.text} />
            </Panel>
          </Page>
        )
      }
    </QueryPage>
  )
}
