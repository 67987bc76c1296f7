/** The only place that decides which requests come from this machine, for pages that are only served locally. */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { isLoopbackAddress, isLoopbackAuthority, isLoopbackHost } from '../../lib/network-addresses.ts'

/**
 * A proxy on this machine connects from loopback on behalf of remote callers, and a web page can bind its own name to
 * 127.0.0.1. So the connection, the `Host` header and `BASE_URL` must all be loopback, and no forwarding header sent.
 */
export function isOnThisMachine(config: Config, { headers, socket }: FastifyRequest): boolean {
  return (
    isLoopbackOrigin(config) &&
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackAuthority(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwardingHeader.test(name))
  )
}

const forwardingHeader = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/

/** The mailbox shows the sign-in links of all users, so it is only served on a developer machine. */
export function servesMailbox(config: Config): boolean {
  return config.smtpUrl === undefined && !config.production && isLoopbackOrigin(config)
}

function isLoopbackOrigin({ settings }: Config): boolean {
  return isLoopbackHost(new URL(settings.origin).hostname)
}
