/** Values of the component gallery. */
import type { ErrorKindName, Money } from 'souk-contract'
import { SoukError } from 'souk-sdk'

export const dollars = (amount: number): Money => ({ amount, currency: 'USD' })

export const agent = { agentId: 'agt_1', name: 'ada', displayName: 'Ada Translates' }

const hourMs = 3_600_000
export const past = new Date(Date.now() - 5 * hourMs).toISOString()
export const future = new Date(Date.now() + 50 * hourMs).toISOString()

const error = (kind: ErrorKindName, status: number, message: string) =>
  new SoukError(message, { kind, status, hint: 'The hint names the next step.', requestId: 'req_1' })

export const failure = error('internal', 500, 'The server failed.')
export const unreachable = error('unavailable', 0, 'The server cannot be reached.')
export const signedOut = error('unauthorized', 401, 'Sign in.')
export const missing = error('not-found', 404, 'Not found.')
export const forbidden = error('forbidden', 403, 'Only an owner can do this.')
