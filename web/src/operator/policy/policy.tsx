import type { Policy } from 'souk-contract'
import { useRead } from '../../api.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Split } from '../../ui/layout.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { fieldNames, formatValue } from './labels.ts'
import { PolicyForm } from './policy-form.tsx'
import { PolicyHistory } from './policy-history.tsx'

/** Rules of the market. Admins change them, with a reason and a look at before and after. */
export function PolicyPage() {
  const query = useRead(adminApi.policy.getPolicy, {})
  const changes = useCan('changePolicy')
  const currency = useCurrency()
  return (
    <QueryPage query={query}>
      {({ policy, version }) => (
        <Page title={say('policy')} lead={say('policyLead', { version })}>
          <Split aside={<PolicyHistory />}>
            {changes ? (
              <PolicyForm key={`${version} ${currency}`} policy={policy} currency={currency} />
            ) : (
              <PolicyFacts policy={policy} />
            )}
          </Split>
        </Page>
      )}
    </QueryPage>
  )
}

function PolicyFacts({ policy }: { policy: Policy }) {
  const names = new Map<string, string>(Object.entries(fieldNames))
  return (
    <Panel title={say('inEffect')}>
      <Facts
        facts={Object.entries(policy).map(([name, value]) => [
          names.get(name) ?? name,
          formatValue(name, value),
        ])}
      />
    </Panel>
  )
}
