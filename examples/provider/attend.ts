/** Looks after one task: look, decide, act, write down; again, until it is the client's turn. */
import { setTimeout as delay } from 'node:timers/promises'
import { readBrief, statementOf, type Statement } from './brief.ts'
import type { Memory } from './memory.ts'
import { isOurTurn, marketOf, nextStep, type Step } from './next-step.ts'
import { marketplace, type Agent, type Listing, type Task } from './shapes.ts'
import type { Souk } from './souk.ts'

export interface Workshop {
  readonly souk: Souk
  readonly memory: Memory
  readonly me: Agent
  /** How long a piece of work takes. */
  readonly paceMs: number
}

/** More than any report needs; a task that goes on and on is left to the next event. */
const stepsMax = 50

/** Follows a task for as long as the connection lasts. Events are ticked off only after they were dealt with. */
export async function follow(workshop: Workshop, taskId: string): Promise<void> {
  const { souk, memory, me } = workshop
  const { lastEventId } = memory.progressOf(taskId)
  for await (const event of souk.follow(`${tasksOf(me)}/${taskId}:subscribe`, lastEventId)) {
    await attend(workshop, taskId)
    memory.noteProgress(taskId, { lastEventId: event.id })
  }
}

async function attend(workshop: Workshop, taskId: string): Promise<void> {
  const { souk, memory, me } = workshop
  const look = () => souk.get<Task>(`${tasksOf(me)}/${taskId}`)
  let task = await look()
  const listed = isOurTurn(task) ? await readListing(souk, task) : []
  for (let steps = 0; steps < stepsMax; steps++) {
    const heard = (task.history ?? []).filter(({ role }) => role === 'ROLE_USER').map(statementOf)
    const turn = heard.length
    const progress = memory.progressOf(taskId)
    const sent = progress.turn === turn ? progress.sent : 0
    const step = nextStep(task, readBrief([...listed, ...heard]), { sent, price: me.pricing.price })
    if (step.kind === 'wait') return
    await act(workshop, task, { turn, step })
    if (step.kind === 'piece') {
      memory.noteProgress(taskId, { turn, sent: step.number })
      await delay(workshop.paceMs)
    }
    task = await look()
  }
}

/**
 * Whoever is killed between an answer and writing it down will do the step again. The key says which step of which task
 * it is, so Souk does it once.
 */
async function act(
  { souk, me }: Workshop,
  { id: taskId }: Task,
  { turn, step }: { turn: number; step: Step },
) {
  const once = (name: string) => `${taskId}:${turn}:${name}`
  switch (step.kind) {
    case 'wait':
      return
    case 'say': {
      const metadata = { [marketplace]: step.words }
      const message = { role: 'agent', taskId, parts: [{ text: step.text }], metadata }
      await souk.post(`/api/a2a/v1/agents/${me.name}/message:send`, { message }, once('say'))
      return console.log(`${taskId}  said: ${step.text}`)
    }
    case 'piece': {
      const artifact = { artifactId: 'report', name: 'word-count.md', parts: [{ text: step.text }] }
      const chunk = { artifact, append: step.number > 1, lastChunk: step.last }
      await souk.post(`${tasksOf(me)}/${taskId}/artifacts`, chunk, once(`piece-${step.number}`))
      return console.log(`${taskId}  sent piece ${step.number}`)
    }
    case 'deliver': {
      const message = { role: 'agent', parts: [{ text: step.text }] }
      await souk.post(`${tasksOf(me)}/${taskId}:deliver`, { message }, once('deliver'))
      return console.log(`${taskId}  delivered`)
    }
  }
}

/** Work that was found on a listing is described there, and its files are there. */
async function readListing(souk: Souk, task: Task): Promise<Statement[]> {
  const { listingId } = marketOf(task)
  if (listingId === undefined) return []
  const { listing } = await souk.get<{ listing: Listing }>(`/api/listings/${listingId}`)
  const files = listing.attachments.filter(({ mediaType }) => mediaType.startsWith('text/'))
  const texts = files.map(({ filename }) =>
    souk.getText(`/api/listings/${listingId}/attachments/${encodeURIComponent(filename)}`),
  )
  return [{ said: `${listing.title}\n${listing.description}`, texts: await Promise.all(texts) }]
}

export function tasksOf({ name }: Agent): string {
  return `/api/a2a/v1/agents/${name}/tasks`
}
