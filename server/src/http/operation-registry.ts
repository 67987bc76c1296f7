import type { Operations } from '../approvals/enforcement/operations.ts'
import type { Context } from '../context.ts'
import type { BoundOperation } from './bindings/bound-operation.ts'
import type { RateLimits } from './receive/rate-limit.ts'

/** Filled by every group that is registered. */
export interface OperationRegistry {
  /** Operations that an approval can run. */
  readonly stored: Operations
  /** Operations that bindings other than HTTP+JSON can call: all but those of operators. */
  readonly bound: Map<string, BoundOperation>
}

export function createOperationRegistry(): OperationRegistry {
  return { stored: new Map(), bound: new Map() }
}

/** Parts of a node that all routes share. */
export interface HttpParts {
  readonly context: Context
  readonly limits: RateLimits
  readonly registry: OperationRegistry
}
