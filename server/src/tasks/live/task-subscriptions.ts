/** What happens to tasks that somebody follows at this node, read once for all of them. */
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { readFailuresMax, Subscriber, batchOf, type Entry, type Sink } from '../../events/log-subscription.ts'
import { frameOf } from '../../events/sse-frame.ts'
import { pollMs } from '../../node/pubsub.ts'
import { stopwatch } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { isTerminal } from '../lifecycle/lifecycle.ts'
import { eventsAfter, eventsAfterEach, eventsMaxEach, type TaskEvent } from '../store/event-queries.ts'
import { viewEvent } from '../wire/view.ts'

/** A task with all who follow it here. */
interface Feed {
  readonly taskId: Id<'task'>
  /** What they have been told of. */
  seq: number
  readonly followers: Set<Subscriber>
  readonly close: () => void
}

interface Batch {
  readonly events: readonly TaskEvent[]
  /** Feeds that may have more than one page holds. */
  readonly unfinished: readonly Feed[]
}

/** So many tasks are read by one statement, and so many are looked at in a second where nothing was announced. */
const tasksAtOnce = 500
const looksAtOnce = 1000
/** From so many followers on, it is a crowd. */
const crowd = 100
const toldAtOnce = 50
const breathMsMax = 50

type Means = Pick<Context, 'store' | 'pubsub' | 'log' | 'config'>

export class TaskFeeds {
  readonly #means: Means
  readonly #feeds = new Map<Id<'task'>, Feed>()
  readonly #changed = new Set<Feed>()
  #isReading = false
  #failures = 0
  #looking: NodeJS.Timeout | undefined
  #nextLook = this.#feeds.values()

  constructor(means: Means) {
    this.#means = means
  }

  /** Sends what happens to a task after the event of that number, until it ends. Answers how to leave. */
  follow(outlet: Sink, taskId: Id<'task'>, seen: number): () => void {
    const { store } = this.#means
    const feed = this.#feeds.get(taskId) ?? this.#open(taskId, seen)
    const follower = new Subscriber(outlet, seen, async (seq) =>
      (await store.read((reader) => eventsAfter(reader, taskId, seq))).map((event) => this.#entryOf(event)),
    )
    feed.followers.add(follower)
    if (seen < feed.seq) void follower.catchUp()
    return () => {
      follower.close()
      feed.followers.delete(follower)
      if (feed.followers.size === 0 && this.#feeds.get(taskId) === feed) this.#close(feed)
    }
  }

  #open(taskId: Id<'task'>, seq: number): Feed {
    const close = this.#means.pubsub.subscribe(`task:${taskId}`, () => this.#note(feed))
    const feed: Feed = { taskId, seq, followers: new Set(), close }
    this.#feeds.set(taskId, feed)
    this.#looking ??= setInterval(() => this.#look(), pollMs).unref()
    // It may have moved since the one who follows it read it.
    this.#note(feed)
    return feed
  }

  #close({ taskId, close }: Feed): void {
    close()
    this.#feeds.delete(taskId)
    if (this.#feeds.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  /** Another node may have made a change, and the announcement may have been lost. */
  #look(): void {
    for (let looks = 0; looks < looksAtOnce; looks++) {
      const { value: feed } = this.#nextLook.next()
      if (feed === undefined) {
        this.#nextLook = this.#feeds.values()
        return
      }
      this.#note(feed)
    }
  }

  #note(feed: Feed): void {
    this.#changed.add(feed)
    if (this.#isReading) return
    this.#isReading = true
    // Announcements come in numbers, and tasks that are named by the same one are read together.
    queueMicrotask(() => void this.#readChanged())
  }

  /** The next are read while these are told, so that neither the database nor we wait for the other. */
  async #readChanged(): Promise<void> {
    try {
      for (let reading = this.#readNext(); reading !== undefined;) {
        const { events, unfinished } = await reading
        this.#failures = 0
        const next = this.#readNext()
        await this.#tellAll(events)
        for (const feed of unfinished) this.#changed.add(feed)
        reading = next ?? this.#readNext()
      }
    } catch {
      // Said already; the next look tries again.
    }
    this.#isReading = false
  }

  #readNext(): Promise<Batch> | undefined {
    const { store, log } = this.#means
    const batch = [...this.#changed].slice(0, tasksAtOnce)
    if (batch.length === 0) return undefined
    for (const feed of batch) this.#changed.delete(feed)
    const reading = store.read(async (reader) => {
      const events = await eventsAfterEach(reader, batch)
      return { events, unfinished: events[0]?.hasMore === true ? batch : [] }
    })
    reading.catch((error: unknown) => {
      log.warn({ error: String(error) }, 'task events not read')
      if (++this.#failures >= readFailuresMax) fail(batch, error)
    })
    return reading
  }

  /**
   * Telling a crowd takes its time. Others are served in between, and after it we wait half as long, so that what happens
   * meanwhile is told to each at once. Whoever comes or goes meanwhile knows its own place.
   */
  async #tellAll(events: readonly TaskEvent[]): Promise<void> {
    const took = stopwatch()
    let told = 0
    for (const [feed, entries] of this.#byFeed(events)) {
      const news = batchOf(feed.seq, entries)
      feed.seq = news.merged.position
      for (const follower of feed.followers) {
        follower.pushBatch(news)
        if (++told % toldAtOnce === 0) await turn()
      }
      if (entries.length === eventsMaxEach) this.#changed.add(feed)
    }
    if (told > crowd * events.length) await delay(Math.min(took() / 2, breathMsMax))
  }

  #byFeed(events: readonly TaskEvent[]): Map<Feed, Entry[]> {
    const found = new Map<Feed, Entry[]>()
    for (const event of events) {
      const feed = this.#feeds.get(event.task_id)
      if (feed === undefined || event.seq <= feed.seq) continue
      const entry = this.#entryOf(event)
      const entries = found.get(feed)
      if (entries === undefined) found.set(feed, [entry])
      else entries.push(entry)
    }
    return found
  }

  #entryOf(event: TaskEvent): Entry {
    const { origin } = this.#means.config.settings
    const frame = frameOf({ id: String(event.seq), data: JSON.stringify(viewEvent(event, origin)) })
    return { position: event.seq, frame, isLast: isTerminal(event.phase) }
  }
}

function fail(feeds: readonly Feed[], error: unknown): void {
  for (const { followers } of feeds) for (const follower of followers) follower.fail(error)
}
