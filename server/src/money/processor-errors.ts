/** Errors that processors throw; operations import these, but no processor. */

/** No response, or an unknown outcome: the call can be repeated with the same id. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable'
}

/** The processor refused the call; repeating it has the same result. */
export class ProcessorRefused extends Error {
  override readonly name = 'ProcessorRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A delivery without a valid signature, or with an old one. */
export class UnverifiedEvent extends Error {
  override readonly name = 'UnverifiedEvent'
}
