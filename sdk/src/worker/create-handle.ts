/** Makes the handle of one run. Every verb goes through `once`, which alone decides whether something is sent. */
import { marketplaceExtension, type Message, type SentArtifact, type Task, type Words } from 'souk-contract'
import type { Bench } from './bench.ts'
import type { LiveTask } from './live-task.ts'
import { createSteps, isTaken, marked, placeOf, stepName } from './steps.ts'
import type { Chunk, Piece, TaskHandle } from './task-handle.ts'
import { heardFrom, historyOf, marketOf, textOf } from './turn.ts'

export function createHandle(bench: Bench, live: LiveTask): TaskHandle {
  const { id, contextId } = live.task
  const revision = marketOf(live.task).revisionsUsed ?? 0
  const name = createSteps(id, revision)
  const opening = openingOf(live.task, revision)
  const message = historyOf(live.task)[opening]
  const sender = createSender(bench, live)
  const client = createListener(bench, live, opening + 1)
  let pieces = 0
  const artifactOf = (piece: Piece) => toArtifact(piece, `artifact-${(pieces += 1)}`)
  return {
    id,
    contextId,
    message,
    text: message === undefined ? '' : textOf(message.parts),
    heard: historyOf(live.task)
      .slice(0, opening + 1)
      .filter(({ role }) => role === 'ROLE_USER'),
    revision,
    signal: live.signal,
    get terms() {
      return marketOf(live.task).terms
    },
    get market() {
      return marketOf(live.task)
    },
    get history() {
      return historyOf(live.task)
    },
    get artifacts() {
      return live.task.artifacts ?? []
    },
    start: async (text = 'I have begun.') => {
      const step = name('start')
      if (marketOf(live.task).phase === 'requested') await sender.say(step, text, { state: 'working' })
    },
    progress: (text) => sender.say(name('progress'), text, {}),
    ask: async (question, { authorization = false } = {}) => {
      const step = name('ask')
      await sender.say(step, question, { state: authorization ? 'auth-required' : 'input-required' })
      return client.next(placeOf(live.task, step) + 1)
    },
    next: () => client.next(),
    artifact: (chunk) => sender.submit(name('artifact'), chunk, artifactOf(chunk)),
    deliver: ({ text = 'Here it is.', artifacts = [] } = {}) =>
      sender.deliver(name('deliver'), text, artifacts.map(artifactOf)),
    reply: (text) => {
      const inPlaceOfTask = marketOf(live.task).allowedActions.includes('reply')
      return sender.end(name('reply'), text, inPlaceOfTask ? { reply: 'message' } : { state: 'completed' })
    },
    decline: (reason) => sender.end(name('decline'), reason, { state: 'rejected' }),
    fail: (reason) => sender.end(name('fail'), reason, { state: 'failed' }),
  }
}

/** What began this revision: the first word of the client, or the first one after the delivery before. */
function openingOf(task: Task, revision: number): number {
  const history = historyOf(task)
  if (revision === 0) return heardFrom(history, 0)
  const delivery = placeOf(task, stepName(task.id, revision - 1, 'deliver'))
  // Somebody else delivered, so that nothing tells where; the last word is the best guess.
  return delivery < 0
    ? history.findLastIndex(({ role }) => role === 'ROLE_USER')
    : heardFrom(history, delivery + 1)
}

function toArtifact({ id, name, description, text, parts = [] }: Piece, artifactId: string): SentArtifact {
  return {
    artifactId: id ?? artifactId,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    parts: [...(text === undefined ? [] : [{ text }]), ...parts],
  }
}

function createSender({ client, agent: { name } }: Bench, live: LiveTask) {
  const { id: taskId } = live.task
  const { signal } = live
  const refresh = async () => live.show(await client.tasks.getTask({ name, taskId }))

  /** Takes a step unless it was taken. After a refusal the task is looked at: it may have ended, or another process was faster. */
  const once = async (step: string, take: () => Promise<Task | undefined>) => {
    signal.throwIfAborted()
    if (isTaken(live.task, step)) return
    try {
      const task = await take()
      if (task !== undefined) live.show(task)
    } catch (error) {
      await refresh().catch(() => undefined)
      if (isTaken(live.task, step)) return
      signal.throwIfAborted()
      throw error
    }
  }

  /** The same, where the handler itself brings the task to its end or to the client. */
  const handOver = async (step: string, take: () => Promise<Task | undefined>) => {
    live.isHandedOver = true
    try {
      await once(step, take)
    } catch (error) {
      live.isHandedOver = false
      throw error
    }
  }

  const send = async (step: string, text: string, words: Words) => {
    const metadata = { [marketplaceExtension]: words }
    const message = { messageId: step, taskId, role: 'agent', parts: [{ text }], metadata }
    const configuration = { returnImmediately: true }
    const sent = await client.tasks.sendMessage(
      { name, message, configuration },
      { idempotencyKey: step, signal },
    )
    return sent.task
  }

  return {
    say: (step: string, text: string, words: Words) => once(step, () => send(step, text, words)),
    end: (step: string, text: string, words: Words) => handOver(step, () => send(step, text, words)),
    submit: (step: string, { append = false, last = !append }: Chunk, artifact: SentArtifact) =>
      once(step, async () => {
        const sent = { ...artifact, parts: marked(artifact.parts, step) }
        const input = { name, taskId, artifact: sent, append, lastChunk: last }
        await client.artifacts.submitArtifact(input, { idempotencyKey: step, signal })
        return undefined
      }),
    deliver: (step: string, text: string, artifacts: SentArtifact[]) =>
      handOver(step, () => {
        const message = { messageId: step, role: 'agent', parts: [{ text }] }
        const input = { name, taskId, message, artifacts }
        return client.tasks.deliverTask(input, { idempotencyKey: step, signal })
      }),
  }
}

/** Gives the messages of the client one after the other. Whoever waits for one leaves its place to another task. */
function createListener({ slots, stopping }: Bench, live: LiveTask, from: number) {
  let heard = from
  return {
    next: async (since = 0): Promise<Message> => {
      heard = Math.max(heard, since)
      const find = (task: Task) => {
        const place = heardFrom(historyOf(task), heard)
        return place < 0 ? undefined : { place, message: historyOf(task)[place] }
      }
      const found = find(live.task) ?? (await waitFor(find))
      heard = found.place + 1
      if (found.message === undefined) throw new RangeError('The history has become shorter.')
      return found.message
    },
  }

  async function waitFor<T>(find: (task: Task) => T | undefined): Promise<T> {
    if (stopping.aborted) live.stop()
    slots.giveBack()
    try {
      return await live.until(find)
    } finally {
      await slots.take()
    }
  }
}
