import { errorBodies, errorBody } from '../error-bodies.ts'
import { errorKinds, type ErrorKindName } from '../errors.ts'
import type { Reference, Response } from './document.ts'
import type { SchemaCollector } from './schemas.ts'
import { commonErrors, commonWriteErrors, isWrite, type Route, type Surface } from '../route.ts'
import { takesIdempotencyKey } from '../secrets.ts'

export interface ErrorCollector {
  /** The error responses of a route by status, each a reference to a shared component. */
  place: (route: Route) => Record<string, Reference>
  placed: () => Record<string, Response>
}

/** Collects the error responses of one document; routes with the same error kinds share a component. */
export function collectErrors(schemas: SchemaCollector, baseUrl: string): ErrorCollector {
  const components = new Map<string, Response>()

  function place(route: Route): Record<string, Reference> {
    const responses: Record<string, Reference> = {}
    for (const [status, kinds] of byStatus(errorKindsOf(route))) {
      const name = (route.surface === 'a2a' ? 'A2a' : '') + kinds.map(pascalCase).join('Or')
      components.set(name, components.get(name) ?? errorResponse(route.surface, kinds))
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
    return responses
  }

  function errorResponse(surface: Surface, kinds: readonly ErrorKindName[]): Response {
    const isRetryable = kinds.includes('too-many-requests') || kinds.includes('unavailable')
    return {
      description: `${kinds.map((kind) => errorKinds[kind].title).join(', or ')}.`,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        'X-Error-Kind': {
          description: 'Machine-readable error kind.',
          schema: { type: 'string', enum: [...kinds] },
        },
        ...(isRetryable ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      },
      content: {
        'application/json': {
          schema: schemas.place(errorBodies[surface]),
          examples: Object.fromEntries(
            kinds.map((kind) => [kind, { value: errorBody({ surface, kind, baseUrl }) }]),
          ),
        },
      },
    }
  }

  const placed = () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { place, placed }
}

/** Every error kind of a route: its own, the common ones, and those that its declaration implies. */
export function errorKindsOf(route: Route): ErrorKindName[] {
  const common = isWrite(route) ? [...commonErrors, ...commonWriteErrors] : commonErrors
  const kinds = new Set<ErrorKindName>([...route.errors, ...common])
  // A token can be of the wrong kind, lack a scope or role, or not be allowed to act as the agent in X-Agent-Context.
  if (route.auth !== 'none') kinds.add('unauthorized').add('forbidden')
  // For people without a role, the routes of operators do not exist.
  if (route.auth === 'operator') kinds.add('not-found')
  if (route.operators?.reauthentication === true) kinds.add('reauthentication-required')
  if (route.surface === 'a2a') kinds.add('version-not-supported')
  // An Idempotency-Key can belong to a call in flight, or to an earlier call with another body.
  if (takesIdempotencyKey(route)) kinds.add('conflict').add('unprocessable')
  return everyKind.filter((kind) => kinds.has(kind))
}

export const everyKind: readonly ErrorKindName[] = Object.keys(errorKinds).filter(isErrorKind)

function isErrorKind(name: string): name is ErrorKindName {
  return Object.hasOwn(errorKinds, name)
}

function byStatus(kinds: readonly ErrorKindName[]): Map<number, ErrorKindName[]> {
  const groups = new Map<number, ErrorKindName[]>()
  for (const kind of kinds) {
    const { status } = errorKinds[kind]
    groups.set(status, [...(groups.get(status) ?? []), kind])
  }
  return groups
}

function pascalCase(kind: string): string {
  return kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
