/** An answer that is not a success, shaped as Stripe shapes it. */
export class FakeError extends Error {
  readonly status: number
  readonly error: Record<string, unknown>

  constructor(
    status: number,
    error: { type: string; code?: string; message: string } & Record<string, unknown>,
  ) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): FakeError {
  return new FakeError(400, { type: 'invalid_request_error', message, ...more })
}

export function missing(what: string, id: string): FakeError {
  const message = `No such ${what}: '${id}'`
  return new FakeError(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id', message })
}

export function cardError(decline: { code: string; decline_code?: string }, intent: unknown): FakeError {
  const message = 'Your card was declined.'
  return new FakeError(402, { type: 'card_error', message, ...decline, payment_intent: intent })
}

export function short(): FakeError {
  return invalid('You have insufficient available funds in your Stripe account.', {
    code: 'balance_insufficient',
  })
}
