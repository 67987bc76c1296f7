import type { Operation } from 'souk-contract'

/** One operation with its place. */
export interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}
