import type { FastifyReply } from 'fastify'

/** Calls back when the response has ended or the client has disconnected, even if that was before this call. */
export function onDisconnect({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed) leave()
  else raw.on('close', leave)
}
