import { fail } from '../../../failure.ts'
import { second, stopwatch } from '../../../lib/clock.ts'
import type { ToolContext } from '../../../mcp/tool.ts'
import { onDisconnect } from '../../streams/on-disconnect.ts'
import { watchAuthority } from '../../streams/watch-authority.ts'
import type { McpCall } from './mcp-call.ts'
import { mcpRoute } from './mcp-route.ts'

const secondsMax = 25

/** Waits for a value like a long poll: within the slots of the caller, and no longer than its authority lasts. */
export function createPoll({ server, caller, incoming, reply }: McpCall): ToolContext['poll'] {
  const { context, limits } = server
  return async (topic, seconds, read) => {
    if (seconds === 0) return undefined
    const waiting = new AbortController()
    const { signal } = waiting
    const leave = limits.streams.takeLongPoll(caller, () => waiting.abort())
    if (leave === undefined) return undefined
    let isLost = false
    const end = () => {
      isLost = true
      waiting.abort()
    }
    const watch = watchAuthority(context, limits.streams, {
      route: mcpRoute,
      caller,
      request: incoming,
      authorize: async () => undefined,
      end,
    })
    onDisconnect(reply, () => waiting.abort())
    const listener = context.pubsub.listen(topic)
    const elapsed = stopwatch()
    const limitMs = Math.min(seconds, secondsMax) * second
    try {
      for (;;) {
        await listener.next(signal, Math.min(second, Math.max(0, limitMs - elapsed())))
        const value = isLost ? undefined : await read()
        // Authority can be lost while the value is read.
        if (isLost || (value !== undefined && !(await watch.isAuthorized()))) {
          fail('unauthorized', 'The key was revoked.', 'Connect again with another key.')
        }
        if (value !== undefined || signal.aborted || elapsed() >= limitMs) return value
      }
    } finally {
      listener.close()
      watch.stop()
      leave()
    }
  }
}
