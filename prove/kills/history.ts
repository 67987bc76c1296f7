/** Acknowledged facts and counters of a run. */
import type { Task } from 'souk-contract'
import { market } from '../../server/test/fixtures/a2a/task-messages.ts'
import { assertClaim, type Counts } from '../suite.ts'
import type { Fact, ResponseFacts } from './planned-call.ts'

export interface History {
  readonly facts: Fact[]
  /** The last acknowledged value of each subject; canceling a task again returns the same response. */
  readonly lastValues: Map<string, string>
  /** Webhook messages that must arrive. */
  readonly expectedMessages: string[]
  /** Counters by name. */
  readonly tally: Map<string, number>
  answered: number
  inFlight: number
}

export function createHistory(): History {
  return {
    facts: [],
    lastValues: new Map(),
    expectedMessages: [],
    tally: new Map(),
    answered: 0,
    inFlight: 0,
  }
}

export function count({ tally }: History, what: string, more = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + more)
}

/** Records a final response; a refusal acknowledges no facts. */
export function recordResponse(history: History, acknowledged: ResponseFacts | undefined): void {
  history.answered += 1
  if (acknowledged === undefined) return
  for (const fact of acknowledged.facts) {
    const [subject, value] = fact
    if (history.lastValues.get(subject) !== value) history.facts.push(fact)
    history.lastValues.set(subject, value)
  }
  if (acknowledged.task !== undefined) history.expectedMessages.push(...messagesOf(acknowledged.task))
}

function messagesOf(task: Task): string[] {
  const { client, provider, version } = market(task)
  return [client, provider].map(({ agentId }) => messageLine({ agentId, taskId: task.id, sequence: version }))
}

interface TaskMessage {
  readonly agentId: string
  readonly taskId: string
  readonly sequence: number
}

export function messageLine({ agentId, taskId, sequence }: TaskMessage): string {
  return `${agentId} ${taskId} ${sequence}`
}

/** Requires that each of the named events happened, because a run without them proves nothing. */
export function countsOf({ tally }: History, required: readonly string[]): Counts {
  for (const what of required) assertClaim((tally.get(what) ?? 0) > 0, `nothing was proved: no "${what}"`)
  return Object.fromEntries([...tally].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
