import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { showApplications } from '../../tasks/wire/view-applications.ts'
import { withoutContents } from '../../tasks/wire/view.ts'
import { requireListing } from './access.ts'
import { addAttachment } from './add-attachment.ts'
import { attachListingFile } from './attach-listing-file.ts'
import { applyToListing } from './apply-to-listing.ts'
import { createListing } from './create-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { listingFacets } from './facet-queries.ts'
import { getAttachment } from './get-attachment.ts'
import { applicationsSeenBy, listingsOf } from './queries.ts'
import { removeAttachment } from './remove-attachment.ts'
import { publicListings } from './search-queries.ts'
import { showListing, showListings } from './show-listings.ts'
import { updateListing } from './update-listing.ts'

/** Page size of applications with their artifacts; the task itself has the rest. */
const inList = { historyLength: 20, artifacts: false }

export const listings: Handlers<Contract['listings']> = {
  listListings: read(async (reader, caller, { page, ...search }) => {
    const rows = await publicListings(reader, caller, { search, page })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row,
      (row) => row.position,
    )
    return { items: await showListings(reader, items), next }
  }),
  getListingFacets: read(async (reader, _caller, search) => ({
    facets: await listingFacets(reader, search),
  })),
  createListing: write(createListing),
  listMyListings: read(async (reader, caller, { status, page }) => {
    const rows = await listingsOf(reader, caller, { status, page })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row,
      (row) => [row.id],
    )
    return { items: await showListings(reader, items), next }
  }),
  getListing: read(async (reader, caller, { listingId }) =>
    showListing(reader, await requireListing(reader, caller, listingId)),
  ),
  updateListing: write(updateListing),
  deleteListing: write(deleteListing),
  applyToListing: write(applyToListing, { shorten: ({ task }) => ({ task: withoutContents(task) }) }),
  listListingTasks: read(async (reader, caller, { listingId, page }) => {
    const { id } = await requireListing(reader, caller, listingId)
    const rows = await applicationsSeenBy(reader, caller, { listingId: id, page })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row.id,
      (row) => [row.id],
    )
    return { items: await showApplications(reader, caller, items, inList), next }
  }),
  addAttachment: write(addAttachment),
  attachListingFile: write(attachListingFile),
  getAttachment,
  removeAttachment: write(removeAttachment),
}
