import { Failure } from '../../failure.ts'

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

/** The refusal as callers see it: the words of the processor, which hold no id and no secret. */
export function refusalFailure({ message }: ProcessorRefused): Failure {
  return new Failure('unprocessable', `The payment processor refuses this: ${message}`, {
    hint: 'Correct what it names and repeat the call, or ask the operator of this market.',
  })
}

/** A delivery that the processor did not sign, or signed too long ago. */
export class UnverifiedEvent extends Error {
  override readonly name = 'UnverifiedEvent'
}
