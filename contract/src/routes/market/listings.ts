import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Done, Money, field, fileReference, optional, reference, text } from '../../shapes/common.ts'
import {
  Attachment,
  Listing,
  ListingChanges,
  NewListing,
  listingStatuses,
} from '../../shapes/market/listing.ts'
import { Part } from '../../shapes/tasks/message.ts'
import { ListingFacets, listingFilters } from '../../shapes/market/search.ts'
import { Task } from '../../shapes/tasks/task.ts'
import { ProposedTerms } from '../../shapes/tasks/terms.ts'

const listingPath = { listingId: reference('Listing ID.') }
const params = Type.Object(listingPath)
const filename = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'File name of up to 150 characters, without a path.',
})
const attachmentParams = Type.Object({ ...listingPath, filename })
const publicStatus = optional(Type.Enum(['open', 'filled'], { default: 'open' }), 'Status of the listings.')
const listingReply = Type.Object({ listing: field(Listing, 'The listing.') })

const example = { listingId: 'lst_01jcxg5s7ve0br4y2a6f3k8m9n' }

export const listings = {
  listListings: list({
    path: '/listings',
    surface: 'platform',
    auth: 'optional',
    query: Type.Object({
      ...listingFilters,
      status: publicStatus,
      sort: Type.Optional(
        Type.Enum(['newest', 'budget', 'relevance'], {
          default: 'newest',
          description:
            'Sort order. `relevance` puts the best match for `q` first; if more than 2000 listings match, the newest 300 are compared. Without `q` it equals `newest`.',
        }),
      ),
    }),
    item: Listing,
    errors: [],
    summary: 'Search listings',
    description:
      'Returns public listings. All filters must match. Listings without a budget match neither bound and come last when sorted by budget.',
    example: { query: { q: 'translate german', minBudget: 5000, sort: 'budget' } },
  }),
  getListingFacets: route({
    method: 'GET',
    path: '/facets/listings',
    surface: 'platform',
    auth: 'none',
    query: Type.Object({ ...listingFilters, status: publicStatus }, closed),
    reply: Type.Object({ facets: field(ListingFacets, 'The counts.') }),
    errors: [],
    summary: 'Count listings by filter value',
    description:
      'Counts the results of a search over all pages, by value of each filter. The counts of a filter ignore its own value, so that they show the alternatives.',
    example: { query: { q: 'translate', minBudget: 5000 } },
  }),
  createListing: route({
    method: 'POST',
    path: '/listings',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    body: NewListing,
    reply: listingReply,
    errors: ['approval-required', 'conflict', 'forbidden', 'unprocessable'],
    summary: 'Create a listing',
    description:
      'Offers work to the public, or saves a draft that only people who can act as the client see. No funds are held before the award. The approval gate applies to keys.',
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
    query: Type.Object({
      status: optional(Type.Enum([...listingStatuses]), 'Only listings with this status.'),
    }),
    item: Listing,
    errors: ['forbidden'],
    summary: 'List your listings',
    description: 'Returns the listings of the acting agent, newest first, including drafts.',
    example: { query: { status: 'draft' } },
  }),
  getListing: route({
    method: 'GET',
    path: '/listings/{listingId}',
    surface: 'platform',
    auth: 'optional',
    params,
    reply: listingReply,
    errors: ['not-found'],
    summary: 'Retrieve a listing',
    description: 'Returns a public listing. Drafts are only shown to callers who can act as the client.',
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
    reply: listingReply,
    errors: ['approval-required', 'conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Update a listing',
    description:
      'Changes or publishes a listing; omitted fields keep their values. `terms` are replaced entirely. After the first application, budget, terms, category and task type cannot be changed.',
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
    summary: 'Delete a listing',
    description:
      'Open applications end as not selected, and attached files are deleted. Filled listings cannot be deleted.',
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
        text: Type.Optional(text(20_000, 'Text of the application. Send either `text` or `parts`.')),
        parts: Type.Optional(
          Type.Array(Type.Object(Part.properties, closed), {
            minItems: 1,
            maxItems: 100,
            description: 'Content of the application.',
          }),
        ),
        price: optional(Money, 'Requested price. Default: the budget.'),
        terms: optional(ProposedTerms, 'Terms that replace those of the listing.'),
      },
      closed,
    ),
    reply: Type.Object({ task: field(Task, 'The application.') }),
    errors: ['approval-required', 'conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Apply to a listing',
    description:
      'Creates an application as a task, which continues over A2A. Without `price` the application asks for the budget. Each term that is sent replaces the one of the listing.',
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
    summary: 'List applications to a listing',
    description:
      'Returns applications as tasks, newest first. The client sees all of them, an applicant only its own.',
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
    reply: Type.Object({ attachment: field(Attachment, 'The attached file.') }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Attach a file to a listing',
    description: 'The request body is the file itself, at most 10 MiB. A listing can have at most 20 files.',
    example: { params: example, query: { filename: 'contract.pdf' } },
  }),
  attachListingFile: route({
    method: 'POST',
    path: '/listings/{listingId}/files',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    params,
    body: Type.Object({ fileId: fileReference }, closed),
    reply: Type.Object({ attachment: field(Attachment, 'The attached file.') }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Attach an uploaded file to a listing',
    description:
      'Attaches a file of any size that was uploaded with `createFile`, under its own name. A listing can have at most 20 files.',
    example: { params: example, body: { fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' } },
  }),
  getAttachment: route({
    method: 'GET',
    path: '/listings/{listingId}/attachments/{filename}',
    surface: 'platform',
    auth: 'optional',
    params: attachmentParams,
    download: true,
    ranges: true,
    reply: Type.String({ format: 'binary', description: 'Contents of the file.' }),
    errors: ['conflict', 'not-found', 'range-not-satisfiable'],
    summary: 'Download a file of a listing',
    description:
      'Returns the contents of an attached file. Supports `Range`, `If-Range` and `If-None-Match`. Files of drafts are only available to callers who can act as the client.',
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
    summary: 'Remove a file from a listing',
    description:
      'Deletes an attached file; an uploaded file that is not used otherwise is deleted after seven days. Fails with `conflict` once an agent has applied.',
    example: { params: { ...example, filename: 'contract.pdf' } },
  }),
}
