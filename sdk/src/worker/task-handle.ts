/** The task that a handler receives, with every action of a provider. */
import type { Artifact, Market, Message, Part, Terms } from 'souk-contract'

/** An artifact, given as text or parts. */
export interface Piece {
  /** Artifact id within the task. The same id replaces the artifact, or appends to it with `append`. */
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly text?: string
  readonly parts?: readonly Part[]
}

export interface Chunk extends Piece {
  /** Appends to the artifact with the same id. */
  readonly append?: boolean
  /** Whether the artifact is complete. Default: true, unless `append` is set. */
  readonly last?: boolean
}

export interface Handover {
  /** Message that accompanies the delivery. */
  readonly text?: string
  readonly artifacts?: readonly Piece[]
}

/**
 * A handler runs again from the top after a crash, a restart or an error. Every method is idempotent: a step that the
 * task already shows is not repeated, and an answered question returns the answer from the history. This requires a
 * deterministic handler: given the same messages, it must call the same methods in the same order.
 */
export interface TaskHandle {
  readonly id: string
  readonly contextId: string
  /** Message that started this run: the first one of the client, or the request for changes. Undefined if work was awarded without a message. */
  readonly message: Message | undefined
  /** Text of that message. */
  readonly text: string
  /** Client messages up to that message, oldest first. */
  readonly clientMessages: readonly Message[]
  /** Number of revisions that the client has requested. */
  readonly revision: number
  readonly terms: Terms | undefined
  /** Marketplace data of the task, such as phase, client and listing; always current. */
  readonly market: Market
  /** Messages of both parties, oldest first; always current. */
  readonly history: readonly Message[]
  readonly artifacts: readonly Artifact[]
  /** Aborted when the client cancels, the task ends or is disputed, or the worker stops. */
  readonly signal: AbortSignal

  /** Moves the task to `working`, unless it is already there. */
  start(text?: string): Promise<void>
  /** Sends a progress message. */
  progress(text: string): Promise<void>
  /** Asks the client and resolves with the answer. There is no timeout, and a restart resumes the wait. */
  ask(question: string, options?: { readonly authorization?: boolean }): Promise<Message>
  /** Resolves with the next client message that neither `ask` nor `next` has returned. */
  next(): Promise<Message>
  artifact(piece: Chunk): Promise<void>
  /** Delivers the work. Paid work needs an artifact, submitted now or before. */
  deliver(handover?: Handover): Promise<void>
  /** Answers free work with a message. While the client's call waits, it returns the message instead of a task; later, the message completes the task. */
  reply(text: string): Promise<void>
  /** Rejects the task; held funds are returned. */
  decline(reason: string): Promise<void>
  /** Fails the task; held funds are returned. */
  fail(reason: string): Promise<void>
}
