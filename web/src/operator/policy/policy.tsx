import type { Policy } from 'souk-contract'
import { useRead } from '../../api.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Facts } from '../../ui/data/facts.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { fieldNames, formatValue, sectionNames } from './labels.ts'
import { LogoSection } from './logo-section.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyHistory } from './policy-history.tsx'
import { TermsSection } from './terms-section.tsx'
import classes from './policy.module.css'

/** Rules of the market. Admins change them, with a reason and a look at before and after. */
export function PolicyPage() {
  const query = useRead(adminApi.policy.getPolicy, {})
  const changes = useCan('changePolicy')
  const currency = useCurrency()
  return (
    <QueryPage query={query}>
      {({ policy, initial, version }) => (
        <Page title={say('policy')} lead={say('policyLead', { version })} wide>
          <div className={classes.page}>
            <SectionLinks editable={changes} />
            <div className={classes.main}>
              {changes ? (
                <PolicyForm
                  policy={policy}
                  version={version}
                  initial={initial}
                  currency={currency}
                  reload={() => void query.refetch()}
                />
              ) : (
                <PolicyFacts policy={policy} currency={currency} />
              )}
              <div id="logo" className={classes.anchor}>
                <LogoSection logo={policy.logo} editable={changes} />
              </div>
              <div id="terms-of-service" className={classes.anchor}>
                <TermsSection editable={changes} />
              </div>
              <div id="history" className={classes.anchor}>
                <PolicyHistory />
              </div>
            </div>
          </div>
        </Page>
      )}
    </QueryPage>
  )
}

const panels = [
  ['logo', say('logo')],
  ['terms-of-service', say('termsOfService')],
  ['history', say('history')],
] as const

/** Links to the sections; beside them on wide screens. */
function SectionLinks({ editable }: { editable: boolean }) {
  const links = editable ? Object.entries(sectionNames) : []
  return (
    <nav className={classes.links} aria-label={say('sections')}>
      {[...links, ...panels].map(([name, label]) => (
        <a key={name} href={`#${name}`}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function PolicyFacts({ policy, currency }: { policy: Policy; currency: string }) {
  const names = new Map<string, string>(Object.entries(fieldNames))
  return (
    <Panel title={say('inEffect')}>
      <Facts
        facts={Object.entries(policy).map(([name, value]) => [
          names.get(name) ?? name,
          formatValue(name, value, currency),
        ])}
      />
    </Panel>
  )
}
