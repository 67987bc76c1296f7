import type { BindingName } from '../call.ts'
import type { CallParts } from '../call-parts.ts'

export type MethodParams = Readonly<Record<string, unknown>>

export interface Method {
  readonly operation: string
  /** Distributes the parameters of the method; the agent comes from the URL. */
  readonly decode: (params: MethodParams) => CallParts
  /** Translates a result or an event of A2A 1.0 into the version of the method; default 1.0. */
  readonly encode?: (result: unknown) => unknown
}

/** The methods of one protocol version. */
export interface Dialect {
  readonly binding: BindingName
  readonly methods: Readonly<Record<string, Method>>
}
