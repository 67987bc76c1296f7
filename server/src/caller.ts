import type { AgentRole, Auth, OperatorRole, Scope } from 'souk-contract'
import type { ResourceName } from './db/tables/oauth-tables.ts'
import type { Id } from './lib/ids.ts'

/** Origin of a call, for the audit log and the log line of the request. */
export interface Origin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
  /** Makes an intent that is repeated after a crash the same intent. */
  readonly idempotencyKey: string | null
  /** Version of A2A that the caller speaks; default 1.0. Push notifications are sent in the same version. */
  readonly a2aVersion?: '0.3'
}

interface Stranger extends Origin {
  readonly kind: 'stranger'
}

/** The caller of a request without a token. */
export function strangerOf({ id, ip }: { readonly id: string; readonly ip: string }): Stranger {
  return { kind: 'stranger', requestId: id, ip, userAgent: null, idempotencyKey: null }
}

/** Set while an approved request runs; never set by a token. */
interface Approvable {
  readonly approval?: ApprovedRun
}

/** A token with an expiry. */
interface Limited {
  /** When the caller must be identified again; null and undefined mean never. */
  readonly until?: Date | null
}

/** A signed-in person, acting as an agent if one is chosen. */
export interface UserCaller extends Origin, Approvable, Limited {
  readonly kind: 'user'
  readonly userId: Id<'usr'>
  readonly sessionId: Id<'ses'>
  readonly agentId: Id<'agt'> | null
  /** The person's role for that agent. */
  readonly agentRole: AgentRole | null
}

/** Consent of a person that an app acts as an agent, within the scopes of its key. */
export interface GrantIdentity {
  readonly id: Id<'grt'>
  readonly clientId: string
  readonly clientName: string
  /** The person who consented. */
  readonly userId: Id<'usr'>
  /** The resource that its tokens are for. */
  readonly resource: ResourceName
}

/** Software holding an agent key, or an app holding an access token, which has a key of its own. */
export interface KeyCaller extends Origin, Approvable, Limited {
  readonly kind: 'key'
  readonly keyId: Id<'key'>
  readonly agentId: Id<'agt'>
  readonly scopes: readonly Scope[]
  /** Whether it can read and use the wallet, within its scopes. */
  readonly wallet: boolean
  /** Set for an app. */
  readonly grant?: GrantIdentity
}

/** The approval of a run, the hash of its input, and the person who approved it. */
export interface ApprovedRun {
  readonly id: Id<'apr'>
  readonly inputHash: Buffer
  readonly by: Pick<UserCaller, 'userId' | 'sessionId'>
  /** Hash of the request behind its Idempotency-Key, under which the response is stored. */
  readonly requestHash?: Buffer | null
}

/** A worker that acts on events or due rows, without a caller. */
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

/** A person with a role, or a machine that holds the operator token. */
export interface OperatorCaller extends Origin, Limited {
  readonly kind: 'operator'
  readonly agentId: null
  /** Null for the operator token, which identifies no person. */
  readonly person: OperatorPerson | null
}

export interface OperatorPerson {
  readonly userId: Id<'usr'>
  readonly sessionId: Id<'ses'>
  readonly role: OperatorRole
  /** Until when the last entered password counts as recent. */
  readonly recentUntil: Date
}

/** Callers of the public routes. */
export type Caller = Stranger | UserCaller | KeyCaller
/** Callers of all routes. */
export type AnyCaller = Caller | OperatorCaller
export type AgentCaller = (UserCaller | KeyCaller) & { readonly agentId: Id<'agt'> }

/** Callers that an operation can have, by the `auth` of its route. */
export type CallerFor<A extends Auth> = A extends 'none' | 'optional'
  ? Caller
  : A extends 'user'
    ? UserCaller
    : A extends 'key'
      ? KeyCaller
      : A extends 'any'
        ? UserCaller | KeyCaller
        : A extends 'operator'
          ? OperatorCaller
          : AgentCaller
