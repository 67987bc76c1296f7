/** Pages of the console by the prefix of an id. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  usr: (id) => `/operator/users/${id}`,
  agt: (id) => `/operator/agents/${id}`,
  org: (id) => `/operator/organizations/${id}`,
  task: (id) => `/operator/tasks/${id}`,
  mcs: (id) => `/operator/cases/${id}`,
  policy: () => '/operator/policy',
  pout: () => '/operator/payouts?state=all',
  pay: (id) => `/operator/ledger?about=${id}`,
  opa: () => '/operator/approvals?state=all',
}

export function pageOf(id: string): string | undefined {
  const [prefix = ''] = id.split('_')
  return pages[prefix]?.(id)
}
