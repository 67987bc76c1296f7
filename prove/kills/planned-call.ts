/** A call of the load generator, and the facts that its response acknowledges. */
import type { Phase, Task, TaskDispute } from 'souk-contract'
import type { CallResult } from '../../server/test/fixtures/operations.ts'
import type { Party } from './fixture.ts'

/** An acknowledged fact, to be found in the database. */
export type Fact = readonly [subject: string, value: string]

export interface PlannedCall {
  readonly action: ActionName
  /** Unique text of the call; also its Idempotency-Key. */
  readonly mark: string
  readonly by: Party
  readonly with: Party
  readonly task?: KnownTask
  readonly listingId?: string
  /** In minor units; 0 means no price. */
  readonly amount: number
}

export interface ResponseFacts {
  readonly facts: readonly Fact[]
  readonly task?: Task
  readonly listingId?: string
  readonly dispute?: TaskDispute
}

export interface CallOutcome {
  readonly response: CallResult<unknown>
  /** The acknowledged facts of a successful response. */
  facts(): ResponseFacts
}

export type ActionName =
  | 'hire'
  | 'talk'
  | 'start'
  | 'deliver'
  | 'accept'
  | 'dispute'
  | 'offer'
  | 'settle'
  | 'award'
  | 'cancel'
  | 'list'
  | 'apply'
  | 'charge'
  | 'convert'
  | 'upload'

export interface KnownTask {
  readonly id: string
  readonly client: Party
  readonly provider: Party
  phase: Phase
  version: number
  /** The latest settlement offer. */
  offerId?: string
}
