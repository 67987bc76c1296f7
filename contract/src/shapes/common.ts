import { Type, type Static, type TSchema } from 'typebox'
import { closed } from '../route.ts'

/** Text a person may write: well-formed, bounded, never blank. */
export const text = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    ...(description === undefined ? {} : { description }),
  })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'RFC 3339, UTC, milliseconds.',
  examples: ['2026-11-15T09:30:00.000Z'],
})

/** A reference in a path: ids and handles. A form that cannot exist is answered like one that does not. */
export const reference = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })

export const Handle = Type.String({
  minLength: 3,
  maxLength: 40,
  pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$',
  description: 'Lower-case letters, digits and inner hyphens; unique, also against look-alikes.',
})

export const Email = Type.String({ format: 'email', maxLength: 254 })

export const HttpUrl = Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000 })

export const MediaType = Type.String({
  minLength: 3,
  maxLength: 100,
  pattern: '^[A-Za-z0-9!#$&^_.+*-]+/[A-Za-z0-9!#$&^_.+*-]+$',
  examples: ['text/plain', 'application/json'],
})

export const Money = Type.Object(
  {
    amount: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'In minor units: cents for USD.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217, upper case.' }),
  },
  { ...closed, title: 'Money' },
)
export type Money = Static<typeof Money>

/** The reply of calls that have nothing to tell but that they were done. */
export const Done = Type.Object({ done: Type.Literal(true) }, { title: 'Done' })
