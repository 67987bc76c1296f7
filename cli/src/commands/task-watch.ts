/** Following a task until it ends. */
import type { StreamResponse } from 'souk-contract'
import type { LiveStream } from 'souk-sdk'
import { command } from '../engine/command.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { argument, text } from '../engine/words.ts'
import { changeBlocks, endedBadly, phaseOf } from './task-view.ts'
import { sayPhase } from './task-words.ts'

type Change = { readonly id: string; readonly data: StreamResponse }

/** Shows every change as it comes. A task that ends badly is bad news. */
export async function follow(session: Session, changes: LiveStream<Change>): Promise<undefined> {
  let last: string | undefined
  for await (const change of changes) {
    const { task, statusUpdate } = change.data
    const changed = task ?? statusUpdate
    if (changed !== undefined) last = phaseOf(changed)
    session.event(change, () => changeBlocks(change.data))
  }
  if (endedBadly(last)) {
    throw new Refused('badNews', `The task has ended: ${sayPhase(last)}.`, 'Read why with "souk tasks show".')
  }
  return undefined
}

export const watch = command({
  name: 'watch',
  does: 'Follow a task until it ends',
  more: 'With --json each change is one line. A connection that breaks is made again, and nothing is missed. Ctrl-C ends it.',
  calls: ['subscribeToTask'],
  takes: { task: argument('task id') },
  options: { after: text('go on after this change', 'number') },
  example: 'souk tasks watch task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async (session, { task: taskId, after }) => {
    const options = { signal: session.signal, lastEventId: after }
    const name = await session.self()
    return follow(session, session.client.tasks.subscribeToTask({ name, taskId }, options))
  },
  shows: () => [],
  lasts: true,
})
