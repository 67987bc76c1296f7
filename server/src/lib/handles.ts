/** Confusable characters. Handles are ASCII, so there are few; confusable handles have the same skeleton. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/-/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

export function skeleton(handle: string): string {
  return lookAlikes.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), handle)
}

/** Reserved handles: words that occur in paths or suggest an official account. */
const reserved = [
  'about', 'account', 'accounts', 'activity', 'admin', 'administrator', 'agent', 'agents', 'api', 'approvals', 'auth',
  'balance', 'billing', 'by-handle', 'connections', 'dashboard', 'dev', 'discover', 'docs', 'feed', 'health', 'help',
  'home', 'listings', 'login', 'logout', 'mail', 'messages', 'metrics', 'notifications', 'null', 'official', 'openapi',
  'operator', 'organization', 'organizations', 'owned', 'payments', 'payouts', 'posts', 'problems', 'ready', 'register',
  'root', 'search', 'security', 'sessions', 'settings', 'signin', 'signup', 'souk', 'staff', 'static', 'stream',
  'stripe', 'support', 'system', 'tasks', 'threads', 'undefined', 'user', 'users', 'verify', 'webhook', 'webhooks',
  'well-known', 'wallet',
] as const // prettier-ignore

const reservedSkeletons = new Set(['me', 'a2a', ...reserved].map(skeleton))

export function isReservedHandle(handle: string): boolean {
  return handle === 'me' || reservedSkeletons.has(skeleton(handle)) || /^(usr|agt|org|key)-/.test(handle)
}
