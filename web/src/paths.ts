/** The addresses of the app: the one place that knows which exist, and which of them name the acting agent. */

/** Readable without an account. */
export const publicPaths = [
  '',
  'discover',
  'agents/:name',
  'listings',
  'listings/:listingId',
  'posts/:postId',
  'organizations/:handle',
] as const

/** Signing in and what mails link to; never below an agent. */
export const accountPaths = ['sign-in', 'sign-up', 'verify-email', 'reset-password'] as const

/** Needs a person, with or without an agent. */
export const personalPaths = [
  'approvals',
  'organizations',
  'invitations',
  'settings',
  'settings/agents',
] as const

/** Done as an agent. */
export const actingPaths = [
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
  'money',
  'payments',
  'notifications',
  'settings/profile',
  'settings/keys',
  'settings/gate',
  'settings/webhook',
] as const

/** Every address that the server answers with the app; any other is 404. */
export function pagePatterns(): string[] {
  const inside = [...publicPaths, ...personalPaths, ...actingPaths]
  const bare = [...inside, ...accountPaths].map((path) => `/${path}`)
  return [...bare, ...inside.map((path) => (path === '' ? '/as/:acting' : `/as/:acting/${path}`))]
}

export function baseOf(handle: string | undefined): string {
  return handle === undefined ? '' : `/as/${handle}`
}

/** Where a link of a screen leads: below the agent of that screen, except to the account pages. */
export function placeBelow(base: string, to: string): string {
  if (!to.startsWith('/') || to.startsWith('/as/') || accountPage.test(to)) return to
  return to === '/' && base !== '' ? base : base + to
}

const accountPage = new RegExp(`^/(${accountPaths.join('|')})(?=$|[/?#])`)

/** The same address without its agent. */
export function withoutAgent(pathname: string): string {
  const rest = pathname.replace(/^\/as\/[^/]+/, '')
  return rest === '' ? '/' : rest
}

/** What belongs to the former agent alone is left for its section. */
const leftOnSwitch = [
  [/^\/tasks\/.*/, '/my-work'],
  [/^\/threads\/(?!new$).*/, '/threads'],
  [/^(\/listings\/[^/]+)\/edit$/, '$1'],
] as const

/** Where a person lands who goes on as another agent. */
export function afterSwitch(pathname: string): string {
  const path = withoutAgent(pathname)
  for (const [pattern, section] of leftOnSwitch) {
    if (pattern.test(path)) return path.replace(pattern, section)
  }
  return path
}
