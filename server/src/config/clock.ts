import { ConfigError } from './reader.ts'
import { isLoopbackHost } from '../lib/network-addresses.ts'

/** Advancing the clock moves every deadline, so it is allowed only on loopback. */
export function clockFor(
  name: string | undefined,
  at: { host: string; origin: string },
): 'system' | 'manual' {
  if (name !== 'manual') return 'system'
  if (isLoopbackHost(at.host) && isLoopbackHost(new URL(at.origin).hostname)) return 'manual'
  throw new ConfigError(
    'CLOCK=manual is for tests: set HOST and BASE_URL to localhost, or remove CLOCK, then start again.',
  )
}
