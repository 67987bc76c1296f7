import type { Listing } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { attachmentsOf } from './attachment-queries.ts'
import { getListingRow, type SeenListing } from './queries.ts'
import { viewAttachment, viewListing } from './view.ts'

/** Listings with their files, in the given order. */
export async function showListings(reader: Reader, rows: readonly SeenListing[]): Promise<Listing[]> {
  const { settings } = reader
  const files = await attachmentsOf(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const attachments = files.filter((file) => file.listing_id === row.id)
    return viewListing(row, {
      attachments: attachments.map((file) => viewAttachment(file, settings.origin)),
      settings,
    })
  })
}

export async function showListing(reader: Reader, row: SeenListing): Promise<{ listing: Listing }> {
  const files = await attachmentsOf(reader, [row.id])
  const { settings } = reader
  const attachments = files.map((file) => viewAttachment(file, settings.origin))
  return { listing: viewListing(row, { attachments, settings }) }
}

/** The view of a listing for its own client, after a write. */
export async function showOwnListing(reader: Reader, caller: Caller, id: Id<'lst'>) {
  return showListing(reader, await getListingRow(reader, caller, id))
}
