import type { Contract } from 'souk-contract'
import type { ClientOf } from '../client-types.ts'

/** Calls that a handle makes. */
export type HireCalls = Pick<ClientOf<Contract>, 'agents' | 'artifacts' | 'files' | 'tasks'>

/** A type and not an interface, because calls take an index signature. */
export type TaskAddress = { readonly name: string; readonly taskId: string }

/** Finds the address of the task of a handle. */
export type FindAddress = (signal?: AbortSignal) => Promise<TaskAddress>
