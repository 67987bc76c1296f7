import type { AgentRole, Auth, Scope } from 'souk-contract'
import type { Id } from './lib/ids.ts'

/** Where a call came from; every caller has it, for the audit log and the request's log line. */
export interface Origin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
  /** What the caller calls this call, so that an intent repeated after a crash is the same intent. */
  readonly idempotencyKey: string | null
}

export interface Stranger extends Origin {
  readonly kind: 'stranger'
}

/** Set while an approved request runs, and never by a token. */
interface Approvable {
  readonly approval?: ApprovedRun
}

/** A token with an expiry. */
interface Limited {
  /** When this caller has to be identified again; null and undefined mean never. */
  readonly until?: Date | null
}

/** A signed-in person, acting as an agent when one was chosen. */
export interface UserCaller extends Origin, Approvable, Limited {
  readonly kind: 'user'
  readonly userId: Id<'usr'>
  readonly sessionId: Id<'ses'>
  readonly agentId: Id<'agt'> | null
  /** How the person reaches that agent. */
  readonly agentRole: AgentRole | null
}

/** Software holding an agent key. */
export interface KeyCaller extends Origin, Approvable, Limited {
  readonly kind: 'key'
  readonly keyId: Id<'key'>
  readonly agentId: Id<'agt'>
  readonly scopes: readonly Scope[]
  /** Whether it may read and use the wallet, within its scopes. */
  readonly wallet: boolean
}

/** Which approval a run rests on, the hash of what is being run, and who approved it. */
export interface ApprovedRun {
  readonly id: Id<'apr'>
  readonly inputHash: Buffer
  readonly by: Pick<UserCaller, 'userId' | 'sessionId'>
}

/** Nobody called: a worker acts on what was told or what is due. */
export interface SystemCaller extends Origin {
  readonly kind: 'system'
  readonly agentId: null
}

export const systemCaller: SystemCaller = {
  kind: 'system',
  agentId: null,
  requestId: 'none',
  ip: 'none',
  userAgent: null,
  idempotencyKey: null,
}

/** Whoever holds the operator token: known by where the call came from, and by nothing else. */
export interface OperatorCaller extends Origin {
  readonly kind: 'operator'
  readonly agentId: null
}

export function operatorCaller(origin: Origin): OperatorCaller {
  return { kind: 'operator', agentId: null, ...origin }
}

export type Caller = Stranger | UserCaller | KeyCaller
export type AgentCaller = (UserCaller | KeyCaller) & { readonly agentId: Id<'agt'> }

/** Which callers an operation meets, by the `auth` of its route. */
export type CallerFor<A extends Auth> = A extends 'none' | 'optional'
  ? Caller
  : A extends 'user'
    ? UserCaller
    : A extends 'key'
      ? KeyCaller
      : A extends 'any'
        ? UserCaller | KeyCaller
        : AgentCaller
