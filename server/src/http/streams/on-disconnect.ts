import type { FastifyReply } from 'fastify'

/** Calls back once the caller has been answered or has left, also where that was before anybody asked. */
export function whenGone({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed) leave()
  else raw.on('close', leave)
}
