import { errorBody, errorKinds, type Surface } from 'souk-contract'
import type { Failure } from '../../failure.ts'

interface ErrorReply {
  status: number
  headers: Record<string, string>
  body: object
}

/** A failure in the format of the surface. */
export function errorReply(
  failure: Failure,
  { surface, origin, requestId }: { surface: Surface; origin: string; requestId: string },
): ErrorReply {
  const { kind, message, hint, param, retryAfterSeconds, extra } = failure
  const { status } = errorKinds[kind]
  return {
    status,
    headers: {
      'x-error-kind': kind,
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="souk"' } : {}),
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
