import { Resolver } from 'node:dns/promises'
import { isLocalhostName } from './policy.ts'

/** Resolves all addresses of a name, IPv4 first; an abort can end it early. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * Queries the name servers of this machine. Not getaddrinfo: it blocks one of the few threads that also hash passwords
 * for as long as a foreign name server does not reply, cannot be canceled, and applies the local search list.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    if (isLocalhostName(name)) return ['127.0.0.1', '::1']
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      // A name may have addresses of only one family, so one of the two queries may fail.
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
