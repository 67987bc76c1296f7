import type { Contract, Input, Reply, Route, Scope } from 'souk-contract'
import type { Static, TObject } from 'typebox'
import type { KeyCaller } from '../caller.ts'
import type { Vault } from '../lib/secrets.ts'

type Groups = Contract[keyof Contract]
type Merged<T> = (T extends unknown ? (group: T) => void : never) extends (group: infer G) => void ? G : never

/** Every operation of the contract by name. */
type Routes = Merged<Groups>
type OperationName = Extract<keyof Routes, string>
type RouteOf<N extends OperationName> = Extract<Routes[N], Route>

/** Runs an operation of the contract as the caller, like its route over HTTP. */
export type CallOperation = <N extends OperationName>(
  operation: N,
  input: Input<RouteOf<N>>,
) => Promise<Reply<RouteOf<N>>>

/** Dependencies of a tool: operations, but no database, network or HTTP. */
export interface ToolContext {
  readonly caller: KeyCaller
  readonly origin: string
  readonly now: Date
  readonly vault: Vault
  readonly call: CallOperation
  /** Whether the same call has run before, so that its stored result will be returned. */
  readonly isRepeated: () => Promise<boolean>
  /** Repeats `read` whenever a topic is published until it returns a value; undefined after the time limit. */
  readonly poll: <T>(
    topic: string,
    seconds: number,
    read: () => Promise<T | undefined>,
  ) => Promise<T | undefined>
}

/** A file or another large content that a result refers to. */
export interface ResourceLink {
  readonly uri: string
  readonly name: string
  readonly mimeType?: string
}

interface ToolResult<Output> {
  readonly output: Output
  readonly links?: readonly ResourceLink[]
}

/** Guarantees of the tool for software and people that call it. */
interface ToolHints {
  /** Spends money, or ends something that cannot be restored. */
  readonly destructive: boolean
  /** The same arguments again have no further effect. */
  readonly idempotent: boolean
  /** Reaches agents outside of this server. */
  readonly openWorld: boolean
}

interface ToolDefinition<I extends TObject, O extends TObject, N extends OperationName> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Operations that the tool may call; its scopes and whether it only reads follow from them. */
  readonly operations: readonly N[]
  /** Scopes that a key needs beside those of the operations. */
  readonly scope?: Scope
  readonly hints: ToolHints
  readonly input: I
  readonly output: O
  /** The Idempotency-Key of the write, derived from the arguments. */
  readonly idempotencyKey?: (args: Static<I>) => string | undefined
  /** Whether the result shows one task, which hosts can render with the task card. */
  readonly showsTask?: boolean
  readonly run: (args: Static<I>, context: ToolContext) => Promise<ToolResult<Static<O>>>
}

/** A tool whose argument types are hidden. */
export interface Tool extends Omit<
  ToolDefinition<TObject, TObject, OperationName>,
  'idempotencyKey' | 'run'
> {
  /** `args` must be valid for `input`. */
  readonly idempotencyKey: (args: unknown) => string | undefined
  /** `args` must be valid for `input`. */
  readonly run: (args: unknown, context: ToolContext) => Promise<ToolResult<object>>
}

export function tool<I extends TObject, O extends TObject, N extends OperationName>(
  definition: ToolDefinition<I, O, N>,
): Tool {
  const { idempotencyKey, run } = definition
  return {
    ...definition,
    idempotencyKey: (args) => idempotencyKey?.(args as Static<I>),
    run: async (args, context) => {
      const { output, links } = await run(args as Static<I>, context)
      return { output, ...(links === undefined ? {} : { links }) }
    },
  }
}
