/** Private objects: ids whose existence outsiders must not learn. */
import type { ObjectIds } from './object-ids.ts'

export interface PrivateObject {
  readonly ids: ObjectIds
  /** Parameters whose values are private; the others name public objects. */
  readonly hidden: readonly string[]
  readonly kind: 'private object' | 'draft' | 'private profile'
}

const privateParameters: readonly string[] = [
  'agentId', 'userId', 'sessionId', 'kid', 'approvalId', 'deliveryId', 'invitationId', 'connectionId', 'threadId', 'fileId', 'payoutId', 'paymentId', 'topUpId',
  'taskId', 'contextId', 'artifactId', 'configId', 'offerId', 'reviewId', 'packageId', 'itemId', 'searchId',
] // prettier-ignore

/** All objects in every task state, then a draft listing and a private profile. */
export function privateObjects(objects: readonly ObjectIds[], profile: ObjectIds): PrivateObject[] {
  const [first = {}] = objects
  return [
    ...objects.map((ids) => ({ ids, hidden: privateParameters, kind: 'private object' as const })),
    // Invitations to organizations and to listings have ids of the same form.
    {
      ids: { ...first, invitationId: first['listingInvitationId'] ?? '' },
      hidden: ['invitationId'],
      kind: 'private object',
    },
    // Files of threads and uploaded files have ids of the same form.
    { ids: { ...first, fileId: first['uploadId'] ?? '' }, hidden: ['fileId'], kind: 'private object' },
    {
      ids: { ...first, listingId: first['draftId'] ?? '', filename: first['draftFile'] ?? '' },
      hidden: ['listingId', 'filename'],
      kind: 'draft',
    },
    {
      ids: { ...first, ...profile },
      hidden: ['name', 'agentId', 'postId', 'commentId', 'fileId', 'packageId'],
      kind: 'private profile',
    },
  ]
}

type Forge = (value: string, salt: number) => string

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids that do not exist, in valid and invalid formats. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'last character changed': (value, salt) => {
    const last = value.at(-1) ?? ''
    const others = [...(digits.includes(last) ? digits : `${last.toUpperCase()}x`)].filter(
      (letter) => letter !== last,
    )
    return value.slice(0, -1) + (others[salt % others.length] ?? 'x')
  },
  'random part changed': (value, salt) => {
    const [prefix = '', number] = value.split('_')
    const letters = (number ?? prefix).slice(0, 10)
    const rest = Array.from({ length: (number ?? prefix).length - letters.length }, (_, index) =>
      digits.charAt((salt * (index + 7)) % 32),
    )
    return number === undefined
      ? `${letters}${rest.join('')}-${salt % 97}`
      : `${prefix}_${letters}${rest.join('')}`
  },
  'invalid format': (value, salt) => `${value.slice(0, 3)}-${salt}`,
}
