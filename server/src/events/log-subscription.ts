import { joinFrames, type Frame } from './sse-frame.ts'

/** Where somebody gets what a log brings. */
export interface Outlet {
  /** False asks to be sent no more before `whenRoom`. */
  send(frame: Frame): boolean
  whenRoom(then: () => void): void
  /** Nothing more will come. */
  end(): void
  fail(error: unknown): void
}

/** Whoever follows keeps its place while a shared read fails, for so many times in a row; then it is told. */
export const failuresMax = 5

/** Something that stands in a log. */
export interface Entry {
  /** Grows along the log. */
  readonly place: number
  readonly frame: Frame
  /** Nothing can come after it. */
  readonly isLast?: boolean
}

/** What a log has brought at once. */
export interface News {
  /** The place of what came before. */
  readonly since: number
  readonly entries: readonly Entry[]
  /** All of it as one, for those who have seen everything before. */
  readonly together: Entry
}

export function newsOf(since: number, entries: readonly Entry[]): News {
  const frame = joinFrames(entries.map((entry) => entry.frame))
  return { since, entries, together: { place: since, ...entries.at(-1), frame } }
}

/**
 * Somebody who follows a log: what was missed, then what comes, without a gap or a repeat. What comes is read once for
 * all followers and heard by each; only who came late or reads slowly reads for itself, until nothing is missed.
 */
export class Follower {
  readonly #outlet: Outlet
  readonly #entriesAfter: (place: number) => Promise<readonly Entry[]>
  #seen: number
  #isBehind = false
  #hasMissed = false
  #hasLeft = false

  constructor(outlet: Outlet, seen: number, entriesAfter: (place: number) => Promise<readonly Entry[]>) {
    this.#outlet = outlet
    this.#seen = seen
    this.#entriesAfter = entriesAfter
  }

  get seen(): number {
    return this.#seen
  }

  hear(entry: Entry): void {
    if (this.#hasLeft || entry.place <= this.#seen) return
    if (this.#isBehind) this.#hasMissed = true
    else if (!this.#tell(entry)) this.#whenRoom()
  }

  hearAll({ since, entries, together }: News): void {
    if (this.#seen === since) this.hear(together)
    else for (const entry of entries) this.hear(entry)
  }

  /** Reads on alone, up to where nothing came that was not read. */
  async catchUp(): Promise<void> {
    this.#isBehind = true
    try {
      while (!this.#hasLeft) {
        this.#hasMissed = false
        const entries = await this.#entriesAfter(this.#seen)
        if (!this.#tellEach(entries)) return this.#whenRoom()
        if (entries.length === 0 && !this.#hasMissed) break
      }
      this.#isBehind = false
    } catch (error) {
      this.fail(error)
    }
  }

  fail(error: unknown): void {
    if (this.#hasLeft) return
    this.leave()
    this.#outlet.fail(error)
  }

  leave(): void {
    this.#hasLeft = true
  }

  #whenRoom(): void {
    this.#isBehind = true
    this.#outlet.whenRoom(() => void this.catchUp())
  }

  #tellEach(entries: readonly Entry[]): boolean {
    let hasRoom = true
    for (const entry of entries) if (entry.place > this.#seen) hasRoom = this.#tell(entry)
    return hasRoom
  }

  #tell({ place, frame, isLast }: Entry): boolean {
    if (this.#hasLeft) return true
    this.#seen = place
    const hasRoom = this.#outlet.send(frame)
    if (isLast !== true) return hasRoom
    this.leave()
    this.#outlet.end()
    return true
  }
}
