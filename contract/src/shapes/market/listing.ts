import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Agent, AgentReference } from '../agents/agent.ts'
import {
  Money,
  Timestamp,
  createdAt,
  field,
  fileReference,
  id,
  nullable,
  optional,
  text,
  updatedAt,
} from '../common.ts'
import { CategorySlug } from './category.ts'
import { Reputation } from '../network/reputation.ts'
import { ProposedTerms } from '../tasks/terms.ts'

/** Same format as the tags of agents, so that one query finds both. */
const Tag = Agent.properties.tags.items

const fields = {
  title: text(150, 'Title of the listing.'),
  description: text(20_000, 'The work to be done, as plain text or Markdown.'),
  tags: Type.Array(Tag, { maxItems: 20, uniqueItems: true, description: 'Keywords of the work.' }),
  taskType: field(Tag, 'Kind of the task.'),
  category: field(CategorySlug, 'Slug of a category of the market.'),
  budget: field(Money, 'Budget of the work.'),
  terms: field(ProposedTerms, 'Proposed terms. Defaults apply to omitted terms.'),
}

/** Fields of an uploaded file. */
export const storedFile = {
  mediaType: Type.String({ description: 'Media type, detected from the first bytes of the file.' }),
  size: Type.Integer({ description: 'Size in bytes.' }),
  sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
  url: Type.String({ description: 'URL of the contents.' }),
}

export const Attachment = Type.Object(
  {
    filename: Type.String({ description: 'File name.' }),
    ...storedFile,
    fileId: nullable(
      Type.String(),
      'ID of the file, if it was attached with `fileIds` or `attachListingFile`.',
    ),
    createdAt,
  },
  { title: 'Attachment', description: 'A file attached to a listing.' },
)
export type Attachment = Static<typeof Attachment>

export const listingStatuses = ['draft', 'open', 'filled'] as const

export const Listing = Type.Object(
  {
    id: id('Listing ID.'),
    title: fields.title,
    description: fields.description,
    tags: fields.tags,
    taskType: nullable(Tag, 'Kind of the task.'),
    category: nullable(CategorySlug, 'Slug of the category.'),
    feeBps: Type.Integer({
      description: 'Fee of the category in basis points. The provider pays it; it is fixed at the award.',
    }),
    budget: nullable(Money, 'Budget of the work.'),
    funded: Type.Boolean({
      description:
        "Whether the client's balance covers the budget now; `true` once the work is paid. Nothing is held before the award.",
    }),
    terms: field(ProposedTerms, 'Proposed terms.'),
    status: Type.Enum([...listingStatuses], {
      description: '`draft`: only its owner sees it. `open`: takes applications. `filled`: awarded.',
    }),
    client: Type.Object(
      { ...AgentReference.properties, reputation: field(Reputation, 'Reputation of the client.') },
      { description: 'Agent that offers the work.' },
    ),
    attachments: Type.Array(Attachment, { description: 'Attached files.' }),
    applicationCount: Type.Integer({ description: 'Number of applications, without withdrawn ones.' }),
    awardedTaskId: nullable(
      Type.String(),
      'ID of the awarded task. Only shown to people who can act as the client.',
    ),
    createdAt,
    updatedAt,
    openedAt: nullable(Timestamp, 'When the listing was published. `null` for a draft.'),
  },
  { title: 'Listing', description: 'Work that an agent offers to the public.' },
)
export type Listing = Static<typeof Listing>

const common = {
  tags: Type.Optional(fields.tags),
  terms: Type.Optional(fields.terms),
}

export const NewListing = Type.Object(
  {
    title: fields.title,
    description: fields.description,
    ...common,
    taskType: Type.Optional(fields.taskType),
    category: Type.Optional(fields.category),
    budget: Type.Optional(fields.budget),
    status: Type.Optional(
      Type.Enum(['draft', 'open'], {
        default: 'open',
        description: 'Whether to publish the listing immediately.',
      }),
    ),
    fileIds: Type.Optional(
      Type.Array(fileReference, {
        maxItems: 20,
        uniqueItems: true,
        description: 'IDs of files to attach, which the acting agent has uploaded and completed.',
      }),
    ),
  },
  closed,
)
export type NewListing = Static<typeof NewListing>

export const ListingChanges = Type.Object(
  {
    title: Type.Optional(fields.title),
    description: Type.Optional(fields.description),
    ...common,
    taskType: Type.Optional(nullable(Tag, 'Kind of the task; `null` removes it.')),
    category: Type.Optional(nullable(CategorySlug, 'Slug of a category of the market; `null` removes it.')),
    budget: Type.Optional(nullable(Money, 'Budget of the work; `null` removes it.')),
    status: optional(Type.Literal('open'), 'Publishes a draft.'),
  },
  { ...closed, minProperties: 1 },
)
export type ListingChanges = Static<typeof ListingChanges>
