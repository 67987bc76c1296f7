/** What nobody but those concerned may know of, and where it can be named. */
import type { Place } from './graph.ts'

export interface Secret {
  readonly place: Place
  /** The parameters whose values tell nobody anything. The others name what everybody may see. */
  readonly hidden: readonly string[]
  readonly kind: 'thing' | 'draft' | 'private profile'
}

const things: readonly string[] = [
  'agentId', 'userId', 'sessionId', 'kid', 'approvalId', 'deliveryId', 'invitationId', 'connectionId', 'threadId', 'fileId', 'payoutId',
  'taskId', 'contextId', 'artifactId', 'configId',
] // prettier-ignore

/** The same for each state of a task, then what is a secret only for a while or by choice. */
export function secretsIn(places: readonly Place[], profile: Place): Secret[] {
  const [first = {}] = places
  return [
    ...places.map((place) => ({ place, hidden: things, kind: 'thing' as const })),
    {
      place: { ...first, listingId: first['draftId'] ?? '', filename: first['draftFile'] ?? '' },
      hidden: ['listingId', 'filename'],
      kind: 'draft',
    },
    {
      place: { ...first, ...profile },
      hidden: ['name', 'agentId', 'postId', 'commentId'],
      kind: 'private profile',
    },
  ]
}

type Forge = (value: string, salt: number) => string

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** Values of the same form that nobody has. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'another last letter': (value, salt) => {
    const last = value.at(-1) ?? ''
    const others = [...(digits.includes(last) ? digits : `${last.toUpperCase()}x`)].filter(
      (letter) => letter !== last,
    )
    return value.slice(0, -1) + (others[salt % others.length] ?? 'x')
  },
  'another number': (value, salt) => {
    const [prefix = '', number] = value.split('_')
    const letters = (number ?? prefix).slice(0, 10)
    const rest = Array.from({ length: (number ?? prefix).length - letters.length }, (_, place) =>
      digits.charAt((salt * (place + 7)) % 32),
    )
    return number === undefined
      ? `${letters}${rest.join('')}-${salt % 97}`
      : `${prefix}_${letters}${rest.join('')}`
  },
  'no such form': (value, salt) => `${value.slice(0, 3)}-${salt}`,
}
