import { Type, type Static, type TSchema } from 'typebox'
import { fieldKeyword } from '../keywords.ts'
import { closed } from '../route.ts'

/**
 * The schema with the description of one field. A component (a schema with a title) keeps its own description; the
 * field's description then stands beside the reference to it.
 */
export function field<T extends TSchema>(schema: T, description: string): T
export function field(schema: object, description: string): object {
  // Descriptors are copied because TypeBox keeps its own markers, such as `~optional`, in hidden properties.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  const keyword = 'title' in schema ? fieldKeyword : 'description'
  return Object.defineProperty(copy, keyword, { value: description, enumerable: true })
}

/** An optional field. */
export const optional = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(field(schema, description))

/** Text that a person writes: bounded and not blank. */
export const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description })

export const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** An id in a reply. */
export const id = (description: string) => Type.String({ description })

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'RFC 3339 timestamp in UTC with milliseconds.',
  examples: ['2026-11-15T09:30:00.000Z'],
})

export const time = (description: string) => field(Timestamp, description)

export const createdAt = time('Time of creation.')
export const updatedAt = time('Time of the last change.')

/** An id or handle in a request. Any other text is accepted and answered as not found. */
export const reference = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })

export const Handle = Type.String({
  minLength: 3,
  maxLength: 40,
  pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$',
  description:
    'Unique handle: lower-case letters, digits and inner hyphens. Look-alikes of an existing handle are refused.',
})

export const Email = Type.String({ format: 'email', maxLength: 254, description: 'Email address.' })

export const HttpUrl = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2000,
  description: 'HTTP or HTTPS URL.',
})

export const MediaType = Type.String({
  minLength: 3,
  maxLength: 100,
  pattern: '^[A-Za-z0-9!#$&^_.+*-]+/[A-Za-z0-9!#$&^_.+*-]+$',
  description: 'Media type.',
  examples: ['text/plain', 'application/json'],
})

export const Money = Type.Object(
  {
    amount: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Amount in minor units: cents for USD.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code, upper case.' }),
  },
  { ...closed, title: 'Money', description: 'An amount in minor units of a currency.' },
)
export type Money = Static<typeof Money>

/** Reply of an operation that returns no data. */
export const Done = Type.Object(
  { done: Type.Literal(true, { description: 'Always `true`.' }) },
  { title: 'Done', description: 'Confirms that the operation succeeded.' },
)

/** An organization, where it is only named. */
export const OrganizationReference = Type.Object(
  {
    id: id('Organization ID.'),
    handle: Type.String({ description: 'Organization handle.' }),
    displayName: Type.String({ description: 'Name of the organization.' }),
  },
  { title: 'OrganizationReference', description: 'An organization, identified by ID, handle and name.' },
)

/** Description of full-text search parameters. */
export const searchDescription =
  'Search words; prefixes match too. Accents are ignored and spelling mistakes tolerated.'

export const fileReference = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'ID of a file that the acting agent has uploaded and completed.',
})
