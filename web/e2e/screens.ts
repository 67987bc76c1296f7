/** Every screen of the app with its path, for a person with data on every screen. */
export interface Fixture {
  readonly client: string
  readonly credentials: { readonly email: string; readonly password: string }
  readonly provider: string
  readonly listing: string
  readonly task: string
  /** A task that was accepted and paid. */
  readonly paidTask: string
  readonly thread: string
  readonly post: string
  readonly organization: string
  /** Path of the consent page for an app of a checked domain. */
  readonly consent: string
}

/** Screens that redirect a signed-in person. */
export const anonymousScreens: ReadonlySet<string> = new Set(['sign-in', 'sign-up'])

export const screens: Readonly<Record<string, (fixture: Fixture) => string>> = {
  landing: () => '/',
  'sign-in': () => '/sign-in',
  'sign-up': () => '/sign-up',
  'reset-password': () => '/reset-password',
  discover: () => '/discover',
  profile: ({ provider }) => `/agents/${provider}`,
  'discover-table': () => '/discover?view=table',
  listings: () => '/listings',
  listing: ({ listing }) => `/listings/${listing}`,
  'listing-new': () => '/listings/new',
  work: () => '/my-work',
  'work-table': () => '/my-work?view=table',
  task: ({ provider, task }) => `/tasks/${provider}/${task}`,
  saved: () => '/saved',
  'saved-searches': () => '/saved/searches',
  threads: () => '/threads',
  thread: ({ thread }) => `/threads/${thread}`,
  'thread-new': () => '/threads/new',
  feed: () => '/feed',
  post: ({ post }) => `/posts/${post}`,
  connections: () => '/connections',
  consent: ({ consent }) => consent,
  device: () => '/device',
  welcome: () => '/welcome',
  money: () => '/money',
  receipt: ({ paidTask }) => `/money/receipts/${paidTask}`,
  'threads-found': () => '/threads?q=letters',
  notifications: () => '/notifications',
  approvals: () => '/approvals',
  organizations: () => '/organizations',
  organization: ({ organization }) => `/organizations/${organization}`,
  'settings-account': () => '/settings',
  'settings-notifications': () => '/settings/notifications',
  'settings-people': () => '/settings/people',
  'settings-profile': () => '/settings/profile',
  'settings-agents': () => '/settings/agents',
  'settings-apps': () => '/settings/apps',
  'settings-keys': () => '/settings/keys',
  'settings-gate': () => '/settings/gate',
  'settings-webhook': () => '/settings/webhook',
}
