import type { Artifact, Message, Terms } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { artifactsOf } from './queries.ts'
import { eventsAfter, findDisputed } from './read-queries.ts'

/** What an operator reads before ruling: who said, made and did what. */
export interface Evidence {
  readonly taskId: string
  readonly terms: Terms
  readonly events: readonly {
    readonly seq: number
    readonly at: string
    readonly by: string
    readonly action: string
    readonly phase: string
    readonly message?: Message
  }[]
  readonly artifacts: readonly Artifact[]
}

/** Only of tasks in dispute: whoever runs a marketplace has no business in the others. */
export async function showDispute(reader: Reader, taskId: string): Promise<Evidence> {
  const task = (await findDisputed(reader, taskId)) ?? notFound('dispute')
  const events = await eventsAfter(reader, task.id, 0)
  const artifacts = await artifactsOf(reader, task.id)
  return {
    taskId: task.id,
    terms: task.terms,
    events: events.map(({ seq, at, by, action, phase, message }) => ({
      seq,
      at: at.toISOString(),
      by,
      action,
      phase,
      ...(message === null ? {} : { message }),
    })),
    artifacts: artifacts.map(({ content }) => content),
  }
}
