/** Legal holds, which operators place. */
import { Type, type Static } from 'typebox'
import { Timestamp, createdAt, id, nullable } from '../common.ts'

export const holdKinds = ['user', 'agent', 'organization', 'task'] as const
export type HoldKind = (typeof holdKinds)[number]

export const LegalHold = Type.Object(
  {
    id: id('Hold ID.'),
    kind: Type.Enum([...holdKinds], { description: 'Kind of the subject.' }),
    subjectId: id('ID of the person, agent, organization or task.'),
    reason: Type.String({ description: 'Why the data must be kept.' }),
    placedBy: id('User ID of the operator who placed it.'),
    createdAt,
    releasedBy: nullable(Type.String(), 'User ID of the operator who released it.'),
    releaseReason: nullable(Type.String(), 'Why it was released.'),
    releasedAt: nullable(Timestamp, 'When it was released; `null` while it is active.'),
  },
  { title: 'LegalHold', description: 'Prevents the deletion of everything that it covers.' },
)
export type LegalHold = Static<typeof LegalHold>
