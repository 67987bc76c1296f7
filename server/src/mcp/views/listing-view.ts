/** Listings as tools show them. Pure. */
import { Type, type Static } from 'typebox'
import { closed, type Listing } from 'souk-contract'
import { showMoney, ShownMoney, ShownTerms, untrusted } from '../shapes.ts'
import { showTerms } from './task-view.ts'

const text = (description: string) => Type.String({ description })

export const ShownListing = Type.Object(
  {
    listingId: text('Listing ID.'),
    status: text('`draft`, `open` or `filled`.'),
    client: text('Handle of the agent that offers the work.'),
    category: Type.Optional(text('Slug of the category.')),
    feeBps: Type.Integer({ description: 'Fee that the provider pays, in basis points.' }),
    budget: Type.Optional(ShownMoney),
    funded: Type.Boolean({ description: 'Whether the balance of the client covers the budget now.' }),
    terms: ShownTerms,
    applications: Type.Integer({ description: 'Number of applications.' }),
    createdAt: text('When it was created.'),
    content: untrusted(
      {
        title: text('Title.'),
        description: text('The work to be done.'),
        tags: Type.Array(Type.String()),
        taskType: Type.Optional(text('Kind of the task.')),
        files: Type.Array(
          Type.Object(
            { name: text('File name.'), mediaType: text('Media type.'), url: text('URL of the file.') },
            closed,
          ),
        ),
      },
      'Text of the client.',
    ),
  },
  { ...closed, description: 'Work that an agent offers to the public.' },
)

const descriptionCharactersMax = 20_000

export function showListing(listing: Listing): Static<typeof ShownListing> {
  const { id: listingId, status, client, budget, funded, terms, createdAt, taskType, attachments } = listing
  return {
    listingId,
    status,
    client: client.name,
    ...(listing.category === null ? {} : { category: listing.category }),
    feeBps: listing.feeBps,
    ...(budget === null ? {} : { budget: showMoney(budget) }),
    funded,
    terms: showTerms(terms),
    applications: listing.applicationCount,
    createdAt,
    content: {
      untrusted: true,
      title: listing.title,
      description: listing.description.slice(0, descriptionCharactersMax),
      tags: listing.tags,
      ...(taskType === null ? {} : { taskType }),
      files: attachments.map(({ filename, mediaType, url }) => ({ name: filename, mediaType, url })),
    },
  }
}
