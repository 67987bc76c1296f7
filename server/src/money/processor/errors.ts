/** Nobody answered, or nobody knows: the call may be repeated with the same id. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable'
}

/** The processor understood the call and will never do it; repeating it is no use. */
export class ProcessorRefused extends Error {
  override readonly name = 'ProcessorRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A delivery that the processor did not sign, or signed too long ago. */
export class UnverifiedEvent extends Error {
  override readonly name = 'UnverifiedEvent'
}
