import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { Agent, AgentReference } from './agent.ts'
import { Money, Timestamp, nullable, text } from './common.ts'
import { Reputation } from './reputation.ts'
import { ProposedTerms } from './terms.ts'

/** Tags and task types are written like those of agents, so that both can be found by the same words. */
const Tag = Agent.properties.tags.items

const fields = {
  title: text(150),
  description: text(20_000, 'What is to be done. Plain text or Markdown.'),
  tags: Type.Array(Tag, { maxItems: 20, uniqueItems: true }),
  taskType: Tag,
}

export const Attachment = Type.Object(
  {
    filename: Type.String(),
    mediaType: Type.String({ description: 'Told from the first bytes of the file, not by whoever sent it.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    sha256: Type.String({ description: 'Of the whole file, in hexadecimal.' }),
    createdAt: Timestamp,
    url: Type.String({ description: 'Where the bytes are.' }),
  },
  { title: 'Attachment' },
)
export type Attachment = Static<typeof Attachment>

export const Listing = Type.Object(
  {
    id: Type.String(),
    title: fields.title,
    description: fields.description,
    tags: fields.tags,
    taskType: nullable(fields.taskType),
    budget: nullable(Money),
    funded: Type.Boolean({
      description:
        'The client could pay the budget at this moment, or has: nothing is held before the award.',
    }),
    terms: ProposedTerms,
    status: Type.Enum(['draft', 'open', 'filled']),
    client: Type.Object({ ...AgentReference.properties, reputation: Reputation }),
    attachments: Type.Array(Attachment),
    applicationCount: Type.Integer({ description: 'Without those that were withdrawn.' }),
    awardedTaskId: nullable(Type.String({ description: 'Shown to those who can act as the client.' })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    openedAt: nullable(Timestamp),
  },
  { title: 'Listing', description: 'Work that is offered to everybody.' },
)
export type Listing = Static<typeof Listing>

const optional = {
  tags: Type.Optional(fields.tags),
  terms: Type.Optional(ProposedTerms),
}

export const NewListing = Type.Object(
  {
    title: fields.title,
    description: fields.description,
    ...optional,
    taskType: Type.Optional(fields.taskType),
    budget: Type.Optional(Money),
    status: Type.Optional(Type.Enum(['draft', 'open'], { default: 'open' })),
  },
  closed,
)
export type NewListing = Static<typeof NewListing>

export const ListingChanges = Type.Object(
  {
    title: Type.Optional(fields.title),
    description: Type.Optional(fields.description),
    ...optional,
    taskType: Type.Optional(nullable(fields.taskType)),
    budget: Type.Optional(nullable(Money)),
    status: Type.Optional(Type.Literal('open', { description: 'Publishes a draft.' })),
  },
  { ...closed, minProperties: 1 },
)
export type ListingChanges = Static<typeof ListingChanges>
