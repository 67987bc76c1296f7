import { describe, expect, it } from 'vitest'
import { adminContract, contract, type Route } from './index.ts'
import { secretsIn, takesIdempotencyKey, withoutSecrets } from './secrets.ts'

const routes = [...Object.values(contract), ...Object.values(adminContract)].flatMap((group) =>
  Object.entries<Route>(group),
)

/** Names that match the pattern of secrets but are harmless. */
const harmless = /^(nextPageToken|pageToken|secretFingerprint|previousSecretUntil|card|cardUrl|countryCode)$/

describe('secretsIn', () => {
  it('finds marked fields at any depth', () => {
    const push = routes.find(([key]) => key === 'sendMessage')?.[1].body
    expect([...secretsIn(push)]).toEqual([
      ['configuration.taskPushNotificationConfig.token', 'sealed'],
      ['configuration.taskPushNotificationConfig.authentication.credentials', 'sealed'],
    ])
  })

  it.each(routes)('marks every field of %s that is named like a secret', (_key, { body, query, reply }) => {
    for (const schema of [body, query, reply]) {
      const marked = secretsIn(schema)
      const named = stringsIn(schema).filter((path) => {
        const name = path.split('.').at(-1) ?? ''
        return /password|secret|token|credential|^code$|card|pin$/i.test(name) && !harmless.test(name)
      })
      expect(named.filter((path) => !marked.has(path))).toEqual([])
    }
  })
})

describe('takesIdempotencyKey', () => {
  it('is false for routes with a credential in the body', () => {
    const excluded = routes.filter(
      ([, route]) => (route.method === 'POST' || route.method === 'PATCH') && !takesIdempotencyKey(route),
    )
    expect(excluded.map(([key]) => key)).toEqual([
      'registerUser',
      'updateMe',
      'resetPassword',
      'verifyEmail',
      'linkAgent',
      'createSession',
      'confirmPassword',
      'describeDeviceRequest',
      'approveDeviceRequest',
      'denyDeviceRequest',
    ])
  })
})

describe('withoutSecrets', () => {
  const sent = contract.pushConfigs.createPushConfig.body

  it('replaces secrets with null and keeps other fields', () => {
    const value = {
      url: 'https://a.example',
      token: 't',
      authentication: { scheme: 'Bearer', credentials: 'c' },
    }
    expect(withoutSecrets(sent, value)).toEqual({
      url: 'https://a.example',
      token: null,
      authentication: { scheme: 'Bearer', credentials: null },
    })
    expect(value.token).toBe('t')
  })

  it('returns a value without secrets unchanged', () => {
    const value = { url: 'https://a.example', authentication: { scheme: 'Bearer' } }
    expect(withoutSecrets(sent, value)).toEqual(value)
    expect(withoutSecrets(undefined, value)).toBe(value)
  })
})

/** Paths of all string fields. */
function stringsIn(schema: object | undefined, path: readonly string[] = []): string[] {
  if (schema === undefined) return []
  const entries = Object.entries(schema)
  const ownPath = entries.some(([name, value]) => name === 'type' && value === 'string')
    ? [path.join('.')]
    : []
  const inner = entries.flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    if (name === 'properties')
      return Object.entries(value).flatMap(([field, part]: [string, object]) =>
        stringsIn(part, [...path, field]),
      )
    if (name === 'items') return stringsIn(value, [...path, '*'])
    return Array.isArray(value)
      ? value.flatMap((part: unknown) =>
          typeof part === 'object' && part !== null ? stringsIn(part, path) : [],
        )
      : []
  })
  return [...ownPath, ...inner]
}
