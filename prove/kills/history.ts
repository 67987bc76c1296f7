/** What the callers did and were told, in numbers and in facts. */
import type { Task } from 'souk-contract'
import { market } from '../../server/test/fixtures/task-messages.ts'
import { assertClaim, type Counts } from '../suite.ts'
import type { Fact, Said } from './actions.ts'

export interface History {
  readonly facts: Fact[]
  /** What was said of each subject last: to cancel a task again is answered with the same words. */
  readonly told: Map<string, string>
  /** Who has to hear of which change of which task. */
  readonly news: string[]
  /** How often each thing happened. */
  readonly tally: Map<string, number>
  answered: number
  /** Calls that wait for an answer right now. */
  underWay: number
}

export function newHistory(): History {
  return { facts: [], told: new Map(), news: [], tally: new Map(), answered: 0, underWay: 0 }
}

export function count({ tally }: History, what: string, more = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + more)
}

/** A call has been answered for good; a refusal says nothing. */
export function settle(history: History, said: Said | undefined): void {
  history.answered += 1
  if (said === undefined) return
  for (const fact of said.facts) {
    const [subject, saying] = fact
    if (history.told.get(subject) !== saying) history.facts.push(fact)
    history.told.set(subject, saying)
  }
  if (said.task !== undefined) history.news.push(...newsOf(said.task))
}

function newsOf(task: Task): string[] {
  const { client, provider, version } = market(task)
  return [client, provider].map(({ agentId }) => newsLine({ agentId, taskId: task.id, sequence: version }))
}

export interface News {
  readonly agentId: string
  readonly taskId: string
  readonly sequence: number
}

export function newsLine({ agentId, taskId, sequence }: News): string {
  return `${agentId} ${taskId} ${sequence}`
}

/** A run in which nothing was at stake proves nothing. */
export function countsOf({ tally }: History, atLeastOnce: readonly string[]): Counts {
  for (const what of atLeastOnce) assertClaim((tally.get(what) ?? 0) > 0, `a hollow run: not one "${what}"`)
  return Object.fromEntries([...tally].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
