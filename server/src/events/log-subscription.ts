import { joinFrames, type Frame } from './sse-frame.ts'

/** Destination of one subscriber, with backpressure. */
export interface Sink {
  /** Returns false if the next frame must wait for `onDrain`. */
  send(frame: Frame): boolean
  onDrain(then: () => void): void
  /** Ends the stream. */
  end(): void
  fail(error: unknown): void
}

/** Subscribers keep their position while the shared read fails this many times in a row; then they fail. */
export const readFailuresMax = 5

/** One entry of a log. */
export interface Entry {
  /** Increases along the log. */
  readonly position: number
  readonly frame: Frame
  /** No entry follows. */
  readonly isLast?: boolean
}

/** Entries that were read together. */
interface Batch {
  /** Position before the batch. */
  readonly after: number
  readonly entries: readonly Entry[]
  /** All entries merged, for subscribers that are up to date: one write instead of many. */
  readonly merged: Entry
}

export function batchOf(after: number, entries: readonly Entry[]): Batch {
  const frame = joinFrames(entries.map((entry) => entry.frame))
  return { after, entries, merged: { position: after, ...entries.at(-1), frame } }
}

/**
 * One reader of a log: replay, then live, without gaps or duplicates. New entries are read once for all subscribers and
 * pushed to each; only a lagging subscriber reads on its own until it has caught up.
 */
export class Subscriber {
  readonly #sink: Sink
  readonly #entriesAfter: (position: number) => Promise<readonly Entry[]>
  #position: number
  #isLagging = false
  #hasMissedEntries = false
  #isClosed = false

  constructor(sink: Sink, position: number, entriesAfter: (position: number) => Promise<readonly Entry[]>) {
    this.#sink = sink
    this.#position = position
    this.#entriesAfter = entriesAfter
  }

  get position(): number {
    return this.#position
  }

  push(entry: Entry): void {
    if (this.#isClosed || entry.position <= this.#position) return
    if (this.#isLagging) this.#hasMissedEntries = true
    else if (!this.#send(entry)) this.#resumeOnDrain()
  }

  pushBatch({ after, entries, merged }: Batch): void {
    if (this.#position === after) this.push(merged)
    else for (const entry of entries) this.push(entry)
  }

  /** Reads from the database until no entry was missed in the meantime. */
  async catchUp(): Promise<void> {
    this.#isLagging = true
    try {
      while (!this.#isClosed) {
        this.#hasMissedEntries = false
        const entries = await this.#entriesAfter(this.#position)
        if (!this.#sendAll(entries)) return this.#resumeOnDrain()
        if (entries.length === 0 && !this.#hasMissedEntries) break
      }
      this.#isLagging = false
    } catch (error) {
      this.fail(error)
    }
  }

  fail(error: unknown): void {
    if (this.#isClosed) return
    this.close()
    this.#sink.fail(error)
  }

  close(): void {
    this.#isClosed = true
  }

  #resumeOnDrain(): void {
    this.#isLagging = true
    this.#sink.onDrain(() => void this.catchUp())
  }

  #sendAll(entries: readonly Entry[]): boolean {
    let hasRoom = true
    for (const entry of entries) if (entry.position > this.#position) hasRoom = this.#send(entry)
    return hasRoom
  }

  #send({ position, frame, isLast }: Entry): boolean {
    if (this.#isClosed) return true
    this.#position = position
    const hasRoom = this.#sink.send(frame)
    if (isLast !== true) return hasRoom
    this.close()
    this.#sink.end()
    return true
  }
}
