import type { Context } from '../src/context.ts'
import { followEvents } from '../src/events/follow-events.ts'
import type { Interest } from '../src/events/queries.ts'
import { Tail } from '../src/events/tail.ts'
import type { LiveEvent } from '../src/operation.ts'

export interface Following {
  next(): Promise<LiveEvent>
  leave(): void
}

const tails = new WeakMap<Context, Tail>()

/** Follows events of an agent as a stream does, without HTTP; all who follow at a node share what is read. */
export async function follow(context: Context, interest: Interest, lastEventId?: string): Promise<Following> {
  const tail = tails.get(context) ?? new Tail(context)
  tails.set(context, tail)
  const { opening, follow: begin } = await followEvents(context.store, tail, interest, { lastEventId })
  const told = [...opening]
  let failed: unknown
  let wake = () => {}
  const leave = begin?.({
    send: ({ plain }) => {
      const [, id = '', event, data = ''] =
        /^id: (.*)\n(?:event: (.*)\n)?data: (.*)\n\n$/.exec(String(plain)) ?? []
      told.push({ id, ...(event === undefined ? {} : { event }), data })
      wake()
      return true
    },
    whenRoom: (then) => then(),
    end: () => undefined,
    fail: (error) => {
      failed = error
      wake()
    },
  })
  return {
    leave: () => leave?.(),
    next: async () => {
      for (;;) {
        const event = told.shift()
        if (event !== undefined) return event
        if (failed !== undefined) throw failed
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
