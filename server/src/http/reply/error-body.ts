import { errorBody, errorKinds, type Surface } from 'souk-contract'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { Failure } from '../../failure.ts'
import { challengeOf } from '../../resources/oauth/protected-resource.ts'

interface ErrorReply {
  status: number
  headers: Record<string, string>
  body: object
}

/** A failure in the format of the surface. */
export function errorReply(
  failure: Failure,
  {
    surface,
    origin,
    requestId,
    resource = 'api',
  }: { surface: Surface; origin: string; requestId: string; resource?: ResourceName },
): ErrorReply {
  const { kind, message, hint, param, retryAfterSeconds, extra, challenge } = failure
  const { status } = errorKinds[kind]
  return {
    status,
    headers: {
      'x-error-kind': kind,
      ...(status === 401 || challenge !== undefined
        ? { 'www-authenticate': challengeOf(origin, resource, challenge) }
        : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
    body: errorBody({
      surface,
      kind,
      baseUrl: `${origin}/api`,
      detail: message,
      hint,
      param,
      requestId,
      extra,
    }),
  }
}
