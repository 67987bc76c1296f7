/** Commands for the files of a listing. */
import { basename } from 'node:path'
import type { Attachment } from 'souk-contract'
import { command, type CommandNode } from '../../engine/command.ts'
import { argument, readBytes, text } from '../../engine/params.ts'
import { saveFile } from '../../engine/save-file.ts'
import { fitsOneRequest, uploadOperations, uploadPath } from '../files/upload-path.ts'
import { id, line, message, resource, type Fields } from '../../terminal/views.ts'

const attachmentFields: Fields<Attachment> = {
  file: ({ filename }) => id(filename),
  type: ({ mediaType }) => mediaType,
  bytes: ({ size }) => size,
  sha256: ({ sha256 }) => sha256,
  address: ({ url }) => url,
}

const listing = argument('Listing ID')

const attach = command({
  name: 'attach',
  summary: 'Attach a file to a listing',
  description: 'A file can be at most 100 MB; the marketplace can set another limit.',
  operations: ['addAttachment', 'attachListingFile', ...uploadOperations],
  args: { listing, path: argument('Path of the file') },
  options: { as: text('File name in the listing; defaults to the name of the file', 'filename') },
  example: 'souk listings attach lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf',
  run: async (context, { listing: listingId, path, as }) => {
    const { listings } = context.client
    if (!fitsOneRequest(path))
      return listings.attachListingFile({ listingId, fileId: (await uploadPath(context, path, { as })).id })
    return listings.addAttachment({ listingId, filename: as ?? basename(path), file: readBytes(path) })
  },
  render: resource('attachment', attachmentFields, 'Attached file.'),
})

const download = command({
  name: 'download',
  summary: 'Download a file of a listing',
  operations: ['getAttachment'],
  args: { listing, filename: argument('File name in the listing') },
  options: { output: text('Path to write to; - writes to standard output', 'path') },
  example: 'souk listings download lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf --output copy.pdf',
  run: async ({ client, raw }, { listing: listingId, filename, output }) => {
    const file = await client.listings.getAttachment({ listingId, filename })
    return saveFile({ raw }, await file.bytes(), output ?? basename(file.filename))
  },
  render: (saved) => (saved === undefined ? [] : [line(`Saved ${saved.path} (${saved.bytes} bytes).`)]),
})

const detach = command({
  name: 'detach',
  summary: 'Remove a file from a listing without applications',
  operations: ['removeAttachment'],
  args: { listing, filename: argument('File name in the listing') },
  example: 'souk listings detach lst_01jcxg5s7ve0br4y2a6f3k8m9n contract.pdf',
  confirm: ({ filename }) => `Remove file ${filename}?`,
  run: ({ client }, { listing: listingId, filename }) =>
    client.listings.removeAttachment({ listingId, filename }),
  render: message('Removed file.'),
})

export const attachmentCommands: readonly CommandNode[] = [attach, download, detach]
