/** Creates the handle of one run. Every action goes through `once`, which skips steps that were already taken. */
import {
  marketplaceExtension,
  type Message,
  type ArtifactInput,
  type Task,
  type MessageDirectives,
} from 'souk-contract'
import { marketOf, textOf } from '../market.ts'
import type { Runner } from './runner.ts'
import type { LiveTask } from './live-task.ts'
import { createStepNames, isTaken, marked, messageIndexOf, stepName } from './step.ts'
import type { Chunk, Piece, TaskHandle } from './task-handle.ts'
import { nextClientMessage, historyOf, isQuestion } from './task-view.ts'

export function createHandle(runner: Runner, live: LiveTask): TaskHandle {
  const { id, contextId } = live.task
  const revision = marketOf(live.task).revisionsUsed ?? 0
  const name = createStepNames(id, revision)
  const opening = openingOf(live.task, revision)
  const message = historyOf(live.task)[opening]
  const sender = createSender(runner, live)
  const client = createClientMessages(runner, live, opening + 1)
  let pieces = 0
  const artifactOf = (piece: Piece) => toArtifact(piece, `artifact-${(pieces += 1)}`)
  return {
    id,
    contextId,
    message,
    text: message === undefined ? '' : textOf(message.parts),
    clientMessages: historyOf(live.task)
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
    start: async (text = 'I have started.') => {
      const step = name('start')
      if (marketOf(live.task).phase === 'requested') await sender.say(step, text, { state: 'working' })
    },
    progress: (text) => sender.say(name('progress'), text, {}),
    ask: async (question, { authorization = false } = {}) => {
      const step = name('ask')
      await sender.say(step, question, { state: authorization ? 'auth-required' : 'input-required' })
      return client.next(messageIndexOf(live.task, step) + 1)
    },
    next: () => client.next(),
    artifact: (chunk) => sender.submit(name('artifact'), chunk, artifactOf(chunk)),
    deliver: ({ text = 'Here it is.', artifacts = [] } = {}) =>
      sender.deliver(name('deliver'), text, artifacts.map(artifactOf)),
    reply: (text) => {
      const canReplaceTask = marketOf(live.task).allowedActions.includes('reply')
      return sender.end(name('reply'), text, canReplaceTask ? { reply: 'message' } : { state: 'completed' })
    },
    decline: (reason) => sender.end(name('decline'), reason, { state: 'rejected' }),
    fail: (reason) => sender.end(name('fail'), reason, { state: 'failed' }),
  }
}

/** Index of the message that started this revision: the first client message, or the first one after the last delivery. */
function openingOf(task: Task, revision: number): number {
  const history = historyOf(task)
  if (revision === 0) return nextClientMessage(history, 0)
  const delivery = messageIndexOf(task, stepName(task.id, revision - 1, 'deliver'))
  // The delivery was not made by this worker, so its position is unknown; the last client message is the best guess.
  return delivery < 0
    ? history.findLastIndex(({ role }) => role === 'ROLE_USER')
    : requestForChanges(history, delivery + 1)
}

/** Index of the first client message from `index` on that is not a question about the delivery; -1 if there is none. */
function requestForChanges(history: readonly Message[], index: number): number {
  const found = nextClientMessage(history, index)
  const message = history[found]
  return message !== undefined && isQuestion(message) ? requestForChanges(history, found + 1) : found
}

function toArtifact({ id, name, description, text, parts = [] }: Piece, artifactId: string): ArtifactInput {
  return {
    artifactId: id ?? artifactId,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    parts: [...(text === undefined ? [] : [{ text }]), ...parts],
  }
}

function createSender({ client, agent: { name } }: Runner, live: LiveTask) {
  const { id: taskId } = live.task
  const { signal } = live
  const refresh = async () => live.update(await client.tasks.getTask({ name, taskId }))

  /** Takes a step unless it was taken. After an error the task is read: it may have ended, or another process took the step. */
  const once = async (step: string, take: () => Promise<Task | undefined>) => {
    signal.throwIfAborted()
    if (isTaken(live.task, step)) return
    try {
      const task = await take()
      if (task !== undefined) live.update(task)
    } catch (error) {
      await refresh().catch(() => undefined)
      if (isTaken(live.task, step)) return
      signal.throwIfAborted()
      throw error
    }
  }

  /** `once` for steps that end or deliver the task, which must not interrupt the handler itself. */
  const handOver = async (step: string, take: () => Promise<Task | undefined>) => {
    live.isHandedOver = true
    try {
      await once(step, take)
    } catch (error) {
      live.isHandedOver = false
      throw error
    }
  }

  const send = async (step: string, text: string, directives: MessageDirectives) => {
    const metadata = { [marketplaceExtension]: directives }
    const message = { messageId: step, taskId, role: 'agent', parts: [{ text }], metadata }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await client.tasks.sendMessage(input, { idempotencyKey: step, signal })).task
  }

  return {
    say: (step: string, text: string, directives: MessageDirectives) =>
      once(step, () => send(step, text, directives)),
    end: (step: string, text: string, directives: MessageDirectives) =>
      handOver(step, () => send(step, text, directives)),
    submit: (step: string, { append = false, last = !append }: Chunk, artifact: ArtifactInput) =>
      once(step, async () => {
        const sent = { ...artifact, parts: marked(artifact.parts, step) }
        const input = { name, taskId, artifact: sent, append, lastChunk: last }
        await client.artifacts.submitArtifact(input, { idempotencyKey: step, signal })
        return undefined
      }),
    deliver: (step: string, text: string, artifacts: ArtifactInput[]) =>
      handOver(step, () => {
        const message = { messageId: step, role: 'agent', parts: [{ text }] }
        const input = { name, taskId, message, artifacts }
        return client.tasks.deliverTask(input, { idempotencyKey: step, signal })
      }),
  }
}

/** Returns client messages one by one. A waiting handler releases its concurrency slot. */
function createClientMessages({ limit, stopping }: Runner, live: LiveTask, from: number) {
  let nextIndex = from
  return {
    next: async (since = 0): Promise<Message> => {
      nextIndex = Math.max(nextIndex, since)
      const find = (task: Task) => {
        const place = nextClientMessage(historyOf(task), nextIndex)
        return place < 0 ? undefined : { place, message: historyOf(task)[place] }
      }
      const found = find(live.task) ?? (await waitFor(find))
      nextIndex = found.place + 1
      if (found.message === undefined) throw new RangeError('The history of the task is incomplete.')
      return found.message
    },
  }

  async function waitFor<T>(find: (task: Task) => T | undefined): Promise<T> {
    if (stopping.aborted) live.stop()
    limit.release()
    try {
      return await live.until(find)
    } finally {
      await limit.acquire()
    }
  }
}
