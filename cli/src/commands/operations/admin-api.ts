/** Calls the admin API with the operator token. The API is not part of the contract, so the SDK has no methods for it. */
import { errorKinds, type ErrorKindName } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { propertiesOf, stringProperty } from '../../engine/objects.ts'

interface AdminRequest {
  readonly method: 'GET' | 'POST'
  /** Path below `/api/admin/`. */
  readonly path: string
  readonly body?: object
}

const timeoutMs = 120_000

export async function callAdmin<T>(
  { url, environment }: CommandContext,
  { method, path, body }: AdminRequest,
  isData: (data: unknown) => data is T,
): Promise<T> {
  const token = environment['OPERATOR_TOKEN']
  if (token === undefined || token === '') {
    throw new CliError(
      'forbidden',
      'OPERATOR_TOKEN is not set.',
      'Set it to the operator token of the server.',
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
    throw new SoukError('No response.', { kind: 'unavailable', status: 0, cause })
  })
  const answer = propertiesOf(await response.json().catch(() => undefined))
  if ('data' in answer && isData(answer['data'])) return answer['data']
  throw errorOf(response, answer)
}

function errorOf(response: Response, answer: unknown): Error {
  const message = stringProperty(answer, 'error') ?? `The server returned status ${response.status}.`
  const kind = kindOf(response)
  if (kind === 'unauthorized') return new CliError('forbidden', message, 'Check OPERATOR_TOKEN.')
  return new SoukError(message, {
    kind,
    status: response.status,
    hint: stringProperty(answer, 'hint'),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

function kindOf({ headers }: Response): ErrorKindName {
  const named = headers.get('x-error-kind')
  return kinds.find((kind) => kind === named) ?? 'internal'
}

const kinds = Object.keys(errorKinds).filter((name): name is ErrorKindName => Object.hasOwn(errorKinds, name))
