import { Resolver } from 'node:dns/promises'
import { isLocalhostName } from './policy.ts'

/** Answers every address of a name, IPv4 first; an abort may end it early. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * Asks the name servers of this machine. Not getaddrinfo: it occupies one of the few threads that also hash
 * passwords for as long as a stranger's name server likes, cannot be stopped, and tries names of the local network.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    if (isLocalhostName(name)) return ['127.0.0.1', '::1']
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      // A name may well have addresses of one kind only, so one of the two questions may fail.
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
