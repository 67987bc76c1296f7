import { joinFrames, type Frame } from './sse-frame.ts'

/** Where somebody gets what a log brings. */
export interface Sink {
  /** False asks to be sent no more before `whenRoom`. */
  send(frame: Frame): boolean
  onDrain(then: () => void): void
  /** Nothing more will come. */
  end(): void
  fail(error: unknown): void
}

/** Whoever follows keeps its place while a shared read fails, for so many times in a row; then it is told. */
export const readFailuresMax = 5

/** Something that stands in a log. */
export interface Entry {
  /** Grows along the log. */
  readonly position: number
  readonly frame: Frame
  /** Nothing can come after it. */
  readonly isLast?: boolean
}

/** What a log has brought at once. */
export interface Batch {
  /** The place of what came before. */
  readonly after: number
  readonly entries: readonly Entry[]
  /** All of it as one, for those who have seen everything before. */
  readonly merged: Entry
}

export function batchOf(after: number, entries: readonly Entry[]): Batch {
  const frame = joinFrames(entries.map((entry) => entry.frame))
  return { after, entries, merged: { position: after, ...entries.at(-1), frame } }
}

/**
 * Somebody who follows a log: what was missed, then what comes, without a gap or a repeat. What comes is read once for
 * all subscribers and heard by each; only who came late or reads slowly reads for itself, until nothing is missed.
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

  /** Reads on alone, up to where nothing came that was not read. */
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
