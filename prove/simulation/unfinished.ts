/** Work that players have begun and not finished. */
import type { Player } from '../../server/test/tasks/task-model/world.ts'

/** A pending request and the expected result of its approval. */
export interface PendingRequest {
  readonly what: string
  readonly expiresAt: Date
  /** Allowed statuses if it runs now. */
  expectedStatuses(): readonly number[]
  /** Updates the model after a successful run. */
  applyToModel(result: unknown): void
}

/** A processor page on which a player enters a card or a bank account. */
export interface ProcessorPage {
  readonly url: string
  readonly by: Player
  readonly purpose: 'card' | 'saved card' | 'bank'
}
