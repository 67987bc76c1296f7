/** Calls of private routes, with the operator's token. They are no part of the public contract, so the SDK has none. */
import { errorKinds, type ErrorKindName } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import { fieldsOf, textIn } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'

export interface Order {
  readonly method: 'GET' | 'POST'
  /** Below `/api/admin/`. */
  readonly path: string
  readonly body?: object
}

const timeoutMs = 120_000

export async function operate<T>(
  { url, environment }: Session,
  { method, path, body }: Order,
  isAnswer: (data: unknown) => data is T,
): Promise<T> {
  const token = environment['OPERATOR_TOKEN']
  if (token === undefined || token === '') {
    throw new Refused(
      'forbidden',
      'OPERATOR_TOKEN is not set.',
      'Set it to the token that the server was started with.',
    )
  }
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new SoukError('Nobody answered.', { kind: 'unavailable', status: 0, cause })
  })
  const answer = fieldsOf(await response.json().catch(() => undefined))
  if ('data' in answer && isAnswer(answer['data'])) return answer['data']
  throw refusalOf(response, answer)
}

function refusalOf(response: Response, answer: unknown): Error {
  const message = textIn(answer, 'error') ?? `The server answered ${response.status}.`
  const kind = kindOf(response)
  if (kind === 'unauthorized') return new Refused('forbidden', message, 'Check OPERATOR_TOKEN.')
  return new SoukError(message, {
    kind,
    status: response.status,
    hint: textIn(answer, 'hint'),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

function kindOf({ headers }: Response): ErrorKindName {
  const named = headers.get('x-error-kind')
  return kinds.find((kind) => kind === named) ?? 'internal'
}

const kinds = Object.keys(errorKinds).filter((name): name is ErrorKindName => Object.hasOwn(errorKinds, name))
