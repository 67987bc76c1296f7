/** What must survive a restart, in one small file. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** How far we are with a task. */
export interface Progress {
  /** The last event that was dealt with completely. */
  readonly lastEventId?: string
  /** How many messages of the client the work is based on. A further one means to begin anew. */
  readonly turn: number
  /** How many pieces of the report were sent since. */
  readonly sent: number
}

interface Kept {
  /** Listings we have applied to, newest last. */
  applied: string[]
  tasks: Record<string, Progress>
}

const begun: Progress = { turn: 0, sent: 0 }
const appliedMax = 1000

export class Memory {
  readonly #file: string
  readonly #kept: Kept

  constructor(file: string) {
    this.#file = file
    this.#kept = read(file)
  }

  progressOf(taskId: string): Progress {
    return this.#kept.tasks[taskId] ?? begun
  }

  noteProgress(taskId: string, change: Partial<Progress>): void {
    this.#kept.tasks[taskId] = { ...this.progressOf(taskId), ...change }
    this.#save()
  }

  hasAppliedTo(listingId: string): boolean {
    return this.#kept.applied.includes(listingId)
  }

  noteApplication(listingId: string): void {
    this.#kept.applied = [...this.#kept.applied, listingId].slice(-appliedMax)
    this.#save()
  }

  /** Tasks that have ended need no place any longer. */
  forgetAllBut(taskIds: ReadonlySet<string>): void {
    const ended = Object.keys(this.#kept.tasks).filter((taskId) => !taskIds.has(taskId))
    for (const taskId of ended) delete this.#kept.tasks[taskId]
    if (ended.length > 0) this.#save()
  }

  /** A rename either happens or does not, so whoever is killed here leaves the old file or the new one. */
  #save(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#kept, null, 2), { flush: true })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

function read(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { applied: [], tasks: {} }
    throw new Error(`The state in ${file} cannot be read. Move the file away to begin without it.`, {
      cause: error,
    })
  }
}
