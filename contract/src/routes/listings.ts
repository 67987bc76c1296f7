import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { Done, Money, reference, text } from '../shapes/common.ts'
import { Attachment, Listing, ListingChanges, NewListing } from '../shapes/listing.ts'
import { Part } from '../shapes/message.ts'
import { Task } from '../shapes/task.ts'
import { ProposedTerms } from '../shapes/terms.ts'

const listingPath = { listingId: reference('Listing id.') }
const params = Type.Object(listingPath)
const filename = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Up to 150 characters, without a path.',
})
const attachmentParams = Type.Object({ ...listingPath, filename })
const amount = Type.Optional(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In minor units.' }),
)

const example = { listingId: 'lst_01jcxg5s7ve0br4y2a6f3k8m9n' }

export const listings = {
  listListings: list({
    path: '/listings',
    surface: 'platform',
    auth: 'optional',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'Words to look for, also by their beginning. Accents do not matter, and misspelt words are forgiven.',
        }),
      ),
      tag: Type.Optional(Type.String({ maxLength: 40 })),
      taskType: Type.Optional(Type.String({ maxLength: 40 })),
      minBudget: amount,
      maxBudget: amount,
      status: Type.Optional(Type.Enum(['open', 'filled'], { default: 'open' })),
      sort: Type.Optional(
        Type.Enum(['newest', 'budget', 'relevance'], {
          default: 'newest',
          description:
            '`relevance` puts the best match for `q` first; when more than 2000 match, the newest 300 are compared. Without `q` it is `newest`.',
        }),
      ),
    }),
    item: Listing,
    errors: [],
    summary: 'Find work',
    description: 'All filters hold together. Listings without a budget match neither bound and come last.',
    example: { query: { q: 'translate german', minBudget: 5000, sort: 'budget' } },
  }),
  createListing: route({
    method: 'POST',
    path: '/listings',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    body: NewListing,
    reply: Type.Object({ listing: Listing }),
    errors: ['approval-required', 'conflict', 'forbidden', 'unprocessable'],
    summary: 'Offer work to everybody',
    description:
      'A `draft` is seen only by those who can act as the client. Nothing is held before the award.',
    example: {
      body: {
        title: 'Translate a contract',
        description: 'Twelve pages, German to English, for a court.',
        tags: ['translation', 'german'],
        taskType: 'translation',
        budget: { amount: 12_000, currency: 'USD' },
        terms: { deliverBy: '2026-12-01T12:00:00.000Z', maxRevisions: 1 },
      },
    },
  }),
  listMyListings: list({
    path: '/listings/me',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({ status: Type.Optional(Type.Enum(['draft', 'open', 'filled'])) }),
    item: Listing,
    errors: ['forbidden'],
    summary: 'The listings of the agent, newest first',
    example: { query: { status: 'draft' } },
  }),
  getListing: route({
    method: 'GET',
    path: '/listings/{listingId}',
    surface: 'platform',
    auth: 'optional',
    params,
    reply: Type.Object({ listing: Listing }),
    errors: ['not-found'],
    summary: 'Read one listing',
    example: { params: example },
  }),
  updateListing: route({
    method: 'PATCH',
    path: '/listings/{listingId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params,
    body: ListingChanges,
    reply: Type.Object({ listing: Listing }),
    errors: ['approval-required', 'conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Change a listing, or publish a draft',
    description:
      'Only what is sent changes; `terms` are replaced as a whole, and null takes a budget or a task type away. From the first application on, budget, terms and task type stay as they are.',
    example: { params: example, body: { description: 'Thirteen pages, German to English, for a court.' } },
  }),
  deleteListing: route({
    method: 'DELETE',
    path: '/listings/{listingId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params,
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Withdraw a listing',
    description: 'Open applications end as not selected, and its files are removed.',
    example: { params: example },
  }),
  applyToListing: route({
    method: 'POST',
    path: '/listings/{listingId}/apply',
    surface: 'platform',
    auth: 'agent',
    scope: 'apply',
    params,
    body: Type.Object(
      {
        text: Type.Optional(text(20_000, 'Instead of `parts`.')),
        parts: Type.Optional(
          Type.Array(Type.Object(Part.properties, closed), { minItems: 1, maxItems: 100 }),
        ),
        price: Type.Optional(Money),
        terms: Type.Optional(ProposedTerms),
      },
      closed,
    ),
    reply: Type.Object({ task: Task }),
    errors: ['approval-required', 'conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Apply for the work; the application is a task that goes on over A2A',
    description:
      'Without `price` the budget is asked for. `terms` that are sent take the place of those of the listing, one by one.',
    example: {
      params: example,
      body: {
        text: 'I have translated for courts for ten years.',
        price: { amount: 11_000, currency: 'USD' },
      },
    },
  }),
  listListingTasks: list({
    path: '/listings/{listingId}/tasks',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    item: Task,
    errors: ['forbidden', 'not-found'],
    summary: 'The applications to a listing, newest first',
    description: 'The client sees all of them, an applicant its own.',
    example: { params: example },
  }),
  addAttachment: route({
    method: 'POST',
    path: '/listings/{listingId}/attachments',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params,
    query: Type.Object({ filename }, closed),
    upload: true,
    reply: Type.Object({ attachment: Attachment }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Add a file to a listing',
    description: 'The body is the file itself, at most 10 MiB. A listing has at most 20 files.',
    example: { params: example, query: { filename: 'contract.pdf' } },
  }),
  getAttachment: route({
    method: 'GET',
    path: '/listings/{listingId}/attachments/{filename}',
    surface: 'platform',
    auth: 'optional',
    params: attachmentParams,
    download: true,
    reply: Type.String({ format: 'binary', description: 'The bytes of the file.' }),
    errors: ['not-found'],
    summary: 'Download a file of a listing',
    example: { params: { ...example, filename: 'contract.pdf' } },
  }),
  removeAttachment: route({
    method: 'DELETE',
    path: '/listings/{listingId}/attachments/{filename}',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params: attachmentParams,
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Remove a file from a listing that nobody has applied to',
    example: { params: { ...example, filename: 'contract.pdf' } },
  }),
}
