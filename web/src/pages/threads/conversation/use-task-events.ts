import type { Market, Thread, TimelineEntry } from 'souk-contract'
import { marketName } from '../../../brand.ts'
import { api, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { marketOf } from '../../../tasks/market.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'
import { actionTexts } from '../../task/actions/action-texts.ts'

export interface TaskEvent {
  readonly at: string
  readonly actor: string
  readonly activity: string
}

/** Steps that the other messages may be about. */
const shownActions: ReadonlySet<string> = new Set([
  'award',
  'deliver',
  'changes',
  'accept',
  'silence',
  'dispute',
  'settle',
  'cancel',
])

/** Steps of the task that a conversation is about, which stand between its messages. */
export function useTaskEvents({ about }: Pick<Thread, 'about'>): readonly TaskEvent[] {
  const { handle: name = '' } = useScope()
  const taskId = about?.kind === 'task' ? about.id : undefined
  const { data } = useRead(
    api.tasks.getTask,
    { name, taskId: taskId ?? '', include: 'timeline', historyLength: 0 },
    { enabled: taskId !== undefined },
  )
  if (data === undefined) return []
  const market = marketOf(data)
  return (market.timeline ?? [])
    .filter(({ action }) => shownActions.has(action))
    .map(({ at, action, by }) => ({
      at,
      actor: actorOf(by, market),
      activity: actionTexts[action] ?? action,
    }))
}

function actorOf(by: TimelineEntry['by'], market: Market): string {
  return by === 'client' || by === 'provider' ? displayNameOf(market[by]) : marketName()
}

interface Span {
  readonly after: string
  /** Open at the end of the conversation. */
  readonly upTo?: string
}

export function eventsWithin(events: readonly TaskEvent[], { after, upTo }: Span): readonly TaskEvent[] {
  return events.filter(({ at }) => at > after && (upTo === undefined || at <= upTo))
}
