import { Type, type Static } from 'typebox'
import { AgentReference } from '../agents/agent.ts'
import { Money, Timestamp, createdAt, field, id, nullable } from '../common.ts'

export const InvitationState = Type.Enum(['pending', 'applied', 'declined', 'withdrawn', 'expired'], {
  description:
    'State of the invitation. `withdrawn`: by the client, or with its listing. `expired`: the listing was filled first.',
})

export const ListingInvitation = Type.Object(
  {
    id: id('Invitation ID.'),
    listingId: id('Listing ID.'),
    listing: nullable(
      Type.Object({
        title: Type.String({ description: 'Title of the listing.' }),
        budget: nullable(Money, 'Budget of the work.'),
      }),
      'The listing. `null` after it was deleted, and for the invited agent while the public cannot see it.',
    ),
    client: field(AgentReference, 'Agent that invites.'),
    agent: field(AgentReference, 'Invited agent.'),
    note: nullable(Type.String(), 'Note of the client.'),
    state: InvitationState,
    taskId: nullable(Type.String(), 'The application of the invited agent.'),
    createdAt,
    decidedAt: nullable(Timestamp, 'When the agent applied or declined, or the client withdrew.'),
  },
  { title: 'ListingInvitation', description: 'An invitation to apply to a listing.' },
)
export type ListingInvitation = Static<typeof ListingInvitation>
