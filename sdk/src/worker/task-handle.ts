/** What a handler holds in its hands: a task, and everything a provider can do about it. */
import type { Artifact, Market, Message, Part, Terms } from 'souk-contract'

/** A piece of work, by its text or by its parts. */
export interface Piece {
  /** What it is called within the task. The same id again replaces what was there, or adds to it with `append`. */
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly text?: string
  readonly parts?: readonly Part[]
}

export interface Chunk extends Piece {
  /** Adds to the artifact of the same id. */
  readonly append?: boolean
  /** Whether nothing will be added any more; true unless something is appended. */
  readonly last?: boolean
}

export interface Handover {
  /** What is said along with the work. */
  readonly text?: string
  readonly artifacts?: readonly Piece[]
}

/**
 * A handler is run again from the top after a crash, a restart or an error of its own. Every verb is safe then: what the
 * task already shows is not done a second time, and a question that was answered is answered from the history. For that a
 * handler must come to the same verbs in the same order whenever it has heard the same.
 */
export interface TaskHandle {
  readonly id: string
  readonly contextId: string
  /** What made this run necessary: the first message of the client, or the one that asks for changes. None on work that was awarded without a word. */
  readonly message: Message | undefined
  /** What that message says in words. */
  readonly text: string
  /** Everything that the client had said by then, oldest first. */
  readonly heard: readonly Message[]
  /** How often the client has asked for changes. */
  readonly revision: number
  readonly terms: Terms | undefined
  /** What the marketplace says of the task, such as its phase, its client and its listing; always the newest. */
  readonly market: Market
  /** All messages of both sides, oldest first; always the newest. */
  readonly history: readonly Message[]
  readonly artifacts: readonly Artifact[]
  /** Aborted when the client cancels, the task ends or is disputed, or the worker stops. */
  readonly signal: AbortSignal

  /** Says that work has begun, unless it has. */
  start(text?: string): Promise<void>
  /** Tells the client how things are going. */
  progress(text: string): Promise<void>
  /** Asks the client and resolves with its next message, however long that takes; a restart in between does no harm. */
  ask(question: string, options?: { readonly authorization?: boolean }): Promise<Message>
  /** The next message of the client that neither `ask` nor this has given yet. */
  next(): Promise<Message>
  artifact(piece: Chunk): Promise<void>
  /** Hands the work over. Paid work needs an artifact, now or before. */
  deliver(handover?: Handover): Promise<void>
  /** Answers free work with a message alone: in place of a task while the client still waits, otherwise it completes the task. */
  reply(text: string): Promise<void>
  /** Does not want the work; what was held goes back. */
  decline(reason: string): Promise<void>
  /** Gives up; what was held goes back. */
  fail(reason: string): Promise<void>
}
