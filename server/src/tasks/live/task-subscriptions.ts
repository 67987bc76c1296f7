/** Streams events of tasks to the subscribers of this node. Each event is read once for all of them. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { readFailuresMax, Subscriber, batchOf, type Entry, type Sink } from '../../events/log-subscription.ts'
import { frameOf } from '../../events/sse-frame.ts'
import { pollMs } from '../../node/pubsub.ts'
import { stopwatch } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { isTerminal } from '../lifecycle/lifecycle.ts'
import { eventsAfter, eventsAfterEach, eventsPerTaskMax, type TaskEvent } from '../store/event-queries.ts'
import { viewEvent } from '../wire/view.ts'

/** A task with its subscribers on this node. */
interface TaskTopic {
  readonly taskId: Id<'task'>
  /** The last event that was sent to them. */
  seq: number
  readonly subscribers: Set<Subscriber>
  readonly close: () => void
}

interface ReadEvents {
  /** The topics for which the events were read, by task. */
  readonly topics: ReadonlyMap<Id<'task'>, TaskTopic>
  readonly events: readonly TaskEvent[]
  /** Tasks that may have more events than fit the page. */
  readonly unfinished: readonly TaskTopic[]
}

/** Tasks per statement. */
const tasksPerRead = 500
/** Tasks polled per interval, for wakeups that were lost. */
const tasksPerPoll = 1000
/** Subscribers per event above which sending pauses afterwards. */
const subscribersMax = 100
/** Frames sent before the event loop serves other work. */
const framesPerTurn = 50
const pauseMsMax = 50

type Dependencies = Pick<Context, 'store' | 'pubsub' | 'log' | 'config'>

export class TaskSubscriptions {
  readonly #context: Dependencies
  readonly #topics = new Map<Id<'task'>, TaskTopic>()
  readonly #changed = new Set<TaskTopic>()
  #isReading = false
  #failures = 0
  #polling: NodeJS.Timeout | undefined
  #nextPolled = this.#topics.values()

  constructor(context: Dependencies) {
    this.#context = context
  }

  /** Sends the events of a task after `seen`, until the task ends. Returns the function that unsubscribes. */
  subscribe(sink: Sink, taskId: Id<'task'>, seen: number): () => void {
    const { store } = this.#context
    const topic = this.#topics.get(taskId) ?? this.#open(taskId, seen)
    const subscriber = new Subscriber(sink, seen, async (seq) =>
      (await store.read((reader) => eventsAfter(reader, taskId, seq))).map((event) => this.#entryOf(event)),
    )
    topic.subscribers.add(subscriber)
    if (seen < topic.seq) void subscriber.catchUp()
    return () => {
      subscriber.close()
      topic.subscribers.delete(subscriber)
      if (topic.subscribers.size === 0 && this.#isOpen(topic)) this.#close(topic)
    }
  }

  #open(taskId: Id<'task'>, seq: number): TaskTopic {
    const close = this.#context.pubsub.subscribe(`task:${taskId}`, () => this.#markChanged(topic))
    const topic: TaskTopic = { taskId, seq, subscribers: new Set(), close }
    this.#topics.set(taskId, topic)
    this.#polling ??= setInterval(() => this.#poll(), pollMs).unref()
    // The task may have changed between the subscriber's own read and this subscription.
    this.#markChanged(topic)
    return topic
  }

  #close(topic: TaskTopic): void {
    topic.close()
    this.#topics.delete(topic.taskId)
    this.#changed.delete(topic)
    if (this.#topics.size > 0) return
    clearInterval(this.#polling)
    this.#polling = undefined
  }

  #isOpen(topic: TaskTopic): boolean {
    return this.#topics.get(topic.taskId) === topic
  }

  /** Covers lost wakeups: marks some of the tasks as changed, in turn. */
  #poll(): void {
    for (let polled = 0; polled < tasksPerPoll; polled++) {
      const { value: topic } = this.#nextPolled.next()
      if (topic === undefined) {
        this.#nextPolled = this.#topics.values()
        return
      }
      this.#markChanged(topic)
    }
  }

  #markChanged(topic: TaskTopic): void {
    this.#changed.add(topic)
    if (this.#isReading) return
    this.#isReading = true
    // Deferred, so that all tasks of one publication share a read.
    queueMicrotask(() => void this.#readChanged())
  }

  /** Reads the next batch while the current one is sent, so that the database and the event loop work concurrently. */
  async #readChanged(): Promise<void> {
    try {
      for (let reading = this.#readNext(); reading !== undefined;) {
        const read = await reading
        this.#failures = 0
        const next = this.#readNext()
        await this.#send(read)
        for (const topic of read.unfinished) if (this.#isOpen(topic)) this.#changed.add(topic)
        reading = next ?? this.#readNext()
      }
    } catch {
      // Logged by #readNext; the next poll retries.
    }
    this.#isReading = false
  }

  #readNext(): Promise<ReadEvents> | undefined {
    const { store, log } = this.#context
    const batch = [...this.#changed].slice(0, tasksPerRead)
    if (batch.length === 0) return undefined
    for (const topic of batch) this.#changed.delete(topic)
    const reading = store.read(async (reader) => {
      const events = await eventsAfterEach(reader, batch)
      const topics = new Map(batch.map((topic) => [topic.taskId, topic]))
      return { topics, events, unfinished: events[0]?.hasMore === true ? batch : [] }
    })
    reading.catch((error: unknown) => {
      log.warn({ error: String(error) }, 'reading task events failed')
      if (++this.#failures >= readFailuresMax) fail(batch, error)
    })
    return reading
  }

  /**
   * Sending to many subscribers takes long, so the event loop serves other work in between. Afterwards it pauses for half as
   * long: events of that time then go out as one frame per subscriber. Subscribers keep their own position, so they can come
   * and go meanwhile.
   */
  async #send(read: ReadEvents): Promise<void> {
    const took = stopwatch()
    let sent = 0
    for (const [topic, entries] of this.#byTopic(read)) {
      const batch = batchOf(topic.seq, entries)
      topic.seq = batch.merged.position
      for (const subscriber of topic.subscribers) {
        subscriber.pushBatch(batch)
        if (++sent % framesPerTurn === 0) await nextTurn()
      }
      if (entries.length === eventsPerTaskMax) this.#changed.add(topic)
    }
    if (sent > subscribersMax * read.events.length) await delay(Math.min(took() / 2, pauseMsMax))
  }

  /** Only for topics that are still open: a topic of the same task that has opened since starts at another event. */
  #byTopic({ topics, events }: ReadEvents): Map<TaskTopic, Entry[]> {
    const found = new Map<TaskTopic, Entry[]>()
    for (const event of events) {
      const topic = topics.get(event.task_id)
      if (topic === undefined || !this.#isOpen(topic) || event.seq <= topic.seq) continue
      const entry = this.#entryOf(event)
      const entries = found.get(topic)
      if (entries === undefined) found.set(topic, [entry])
      else entries.push(entry)
    }
    return found
  }

  #entryOf(event: TaskEvent): Entry {
    const { origin } = this.#context.config.settings
    const frame = frameOf({ id: String(event.seq), data: JSON.stringify(viewEvent(event, origin)) })
    return { position: event.seq, frame, isLast: isTerminal(event.phase) }
  }
}

function fail(topics: readonly TaskTopic[], error: unknown): void {
  for (const { subscribers } of topics) for (const subscriber of subscribers) subscriber.fail(error)
}
