/** Files of listings. */
import { basename } from 'node:path'
import type { Attachment } from 'souk-contract'
import { command, type Node } from '../engine/command.ts'
import { keepFile } from '../engine/files.ts'
import { id, line, one, says, type Fields } from '../engine/views.ts'
import { argument, readBytes, text } from '../engine/words.ts'

const attachmentFields: Fields<Attachment> = {
  file: ({ filename }) => id(filename),
  type: ({ mediaType }) => mediaType,
  bytes: ({ size }) => size,
  sha256: ({ sha256 }) => sha256,
  address: ({ url }) => url,
}

const listing = argument('listing id')

const attach = command({
  name: 'attach',
  does: 'Add a file to a listing, at most 10 MiB',
  calls: ['addAttachment'],
  takes: { listing, path: argument('the file') },
  options: { as: text('another name for it', 'filename') },
  example: 'souk listings attach lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf',
  run: ({ client }, { listing: listingId, path, as }) =>
    client.listings.addAttachment({ listingId, filename: as ?? basename(path), file: readBytes(path) }),
  shows: one('attachment', attachmentFields, 'The file is attached.'),
})

const download = command({
  name: 'download',
  does: 'Download a file of a listing',
  calls: ['getAttachment'],
  takes: { listing, filename: argument('its name') },
  options: { output: text('where to put it; - for standard output', 'path') },
  example: 'souk listings download lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf --output copy.pdf',
  run: async ({ client, raw }, { listing: listingId, filename, output }) => {
    const file = await client.listings.getAttachment({ listingId, filename })
    return keepFile({ raw }, await file.bytes(), output ?? basename(file.filename))
  },
  shows: (kept) => (kept === undefined ? [] : [line(`Written to ${kept.path}: ${kept.bytes} bytes.`)]),
})

const detach = command({
  name: 'detach',
  does: 'Remove a file from a listing that nobody has applied to',
  calls: ['removeAttachment'],
  takes: { listing, filename: argument('its name') },
  example: 'souk listings detach lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf',
  asks: ({ filename }) => `Remove the file ${filename}?`,
  run: ({ client }, { listing: listingId, filename }) =>
    client.listings.removeAttachment({ listingId, filename }),
  shows: says('The file is removed.'),
})

export const attachmentCommands: readonly Node[] = [attach, download, detach]
