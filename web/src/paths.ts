/** URL paths of the app: the only place that lists the pages and knows which of them name the acting agent. */

/** Pages that need no account. */
const publicPaths = [
  '',
  'terms',
  'discover',
  'agents/:name',
  'listings',
  'listings/:listingId',
  'posts/:postId',
  'organizations/:handle',
] as const

/** Sign-in pages and targets of mailed links; never below an agent. */
const accountPaths = ['sign-in', 'sign-up', 'verify-email', 'reset-password'] as const

/** Pages that need a signed-in person, with or without an agent. */
const personalPaths = [
  'welcome',
  'approvals',
  'organizations',
  'invitations',
  'settings',
  'settings/notifications',
  'settings/agents',
  'settings/apps',
] as const

/** Pages where a person lets an app act as one of their agents, which they choose there. */
const consentPaths = ['oauth/authorize', 'device'] as const

/** Pages that need an acting agent. */
const actingPaths = [
  'listings/new',
  'listings/:listingId/edit',
  'my-work',
  'my-work/:part',
  'tasks/:name/:taskId',
  'feed',
  'connections',
  'threads',
  'threads/new',
  'threads/:threadId',
  'saved',
  'saved/:part',
  'saved/searches/:searchId',
  'money',
  'money/receipts/:reference',
  'money/invoices',
  'money/invoices/:invoiceId',
  'notifications',
  'settings/profile',
  'settings/keys',
  'settings/people',
  'settings/gate',
  'settings/webhook',
] as const

/** Pages of operators, who act for the marketplace and never as an agent. */
const operatorPaths = [
  'operator',
  'operator/search',
  'operator/users/:userId',
  'operator/agents/:agentId',
  'operator/organizations/:organizationId',
  'operator/tasks/:taskId',
  'operator/cases',
  'operator/cases/:caseId',
  'operator/appeals',
  'operator/disputes',
  'operator/disputes/:taskId',
  'operator/payouts',
  'operator/approvals',
  'operator/payments',
  'operator/chargebacks',
  'operator/chargebacks/:chargebackRef',
  'operator/ledger',
  'operator/invoices',
  'operator/invoices/:invoiceId',
  'operator/mail',
  'operator/policy',
  'operator/deletions',
  'operator/operators',
  'operator/audit',
  'operator/figures',
  'operator/health',
] as const

/** Pages for developers, which production does not serve. */
const developerPaths = ['dev/ui'] as const

/** Paths that people type or remember, and the pages that they mean. */
export const aliases = {
  account: '/settings',
  agents: '/discover',
  inbox: '/notifications',
  jobs: '/listings',
  'jobs/new': '/listings/new',
  login: '/sign-in',
  market: '/discover',
  messages: '/threads',
  network: '/connections',
  payments: '/money',
  posts: '/feed',
  profile: '/settings/profile',
  register: '/sign-up',
  search: '/discover',
  signin: '/sign-in',
  signup: '/sign-up',
  tasks: '/my-work',
  wallet: '/money',
  work: '/my-work',
} as const satisfies Readonly<Record<string, `/${string}`>>

/** Patterns of the aliases with the paths that the server redirects them to. */
export function redirectPatterns(): [from: string, to: string][] {
  const acting = agentBasePath(':acting')
  return Object.entries(aliases).flatMap(([alias, page]): [string, string][] => [
    [`/${alias}`, page],
    [`${acting}/${alias}`, scopedPath(acting, page)],
  ])
}

/** Route patterns for which the server returns the app; any other path is 404. */
export function pagePatterns(): string[] {
  const scoped = [...publicPaths, ...personalPaths, ...actingPaths]
  const agentless = [...accountPaths, ...consentPaths, ...operatorPaths, ...developerPaths]
  const bare = [...scoped, ...agentless].map((path) => `/${path}`)
  return [...bare, ...scoped.map((path) => (path === '' ? '/as/:acting' : `/as/:acting/${path}`))]
}

export function agentBasePath(handle: string | undefined): string {
  return handle === undefined ? '' : `/as/${handle}`
}

/** Prefixes a path with the acting agent; pages that belong to no agent, and paths that name one stay unchanged. */
export function scopedPath(base: string, to: string): string {
  if (!to.startsWith('/') || to.startsWith('/as/') || agentlessPage.test(to)) return to
  return to === '/' && base !== '' ? base : base + to
}

const agentlessPage = new RegExp(`^/(${[...accountPaths, ...consentPaths, 'operator'].join('|')})(?=$|[/?#])`)

/** Strips `/as/{handle}` from a path. */
export function withoutAgent(pathname: string): string {
  const rest = pathname.replace(/^\/as\/[^/]+/, '')
  return rest === '' ? '/' : rest
}

/** Pages that belong to one agent, and the page to open instead after a switch. */
const switchRedirects = [
  [/^\/tasks\/.*/, '/my-work'],
  [/^\/threads\/(?!new$).*/, '/threads'],
  [/^\/money\/receipts\/.*/, '/money'],
  [/^\/saved\/searches\/.*/, '/saved/searches'],
  [/^(\/listings\/[^/]+)\/edit$/, '$1'],
] as const

/** The path, without an agent, to open after a switch to another agent. */
export function pathAfterSwitch(pathname: string): string {
  const path = withoutAgent(pathname)
  for (const [pattern, replacement] of switchRedirects) {
    if (pattern.test(path)) return path.replace(pattern, replacement)
  }
  return path
}
