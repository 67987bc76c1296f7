/** Commands for files of tasks. */
import { basename } from 'node:path'
import type { File } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { argument, text } from '../../engine/params.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'
import { at, id, line, message, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { saveDownload } from './save-download.ts'
import { uploadOperations, uploadPath } from './upload-path.ts'

const fileFields: Fields<File> = {
  file: (file) => id(file.id),
  name: ({ filename }) => filename,
  state: (file) => state(file.state),
  type: ({ mediaType }) => mediaType,
  size: ({ size }) => formatBytes(size),
  parts: (file) => (file.state === 'uploading' ? `${file.parts.length} of ${file.partCount}` : null),
  sha256: ({ sha256 }) => sha256,
  address: ({ url }) => url,
  expires: ({ expiresAt }) => (expiresAt === null ? null : at(expiresAt)),
}

const file = argument('File ID')

const upload = command({
  name: 'upload',
  summary: 'Upload a file in parts',
  description:
    'Shows progress on a terminal. Repeat an interrupted upload with --resume; stored parts are not sent again. Attach the file to a task by the address that the command prints.',
  operations: uploadOperations,
  args: { path: argument('Path of the file') },
  options: {
    as: text('File name that others see; defaults to the name of the local file', 'filename'),
    type: text('Media type, such as application/pdf', 'type'),
    resume: text('Continue this upload', 'file ID'),
  },
  example: 'souk files upload report.pdf --type application/pdf',
  run: async (context, { path, ...options }) => ({ file: await uploadPath(context, path, options) }),
  render: resource('file', fileFields, 'Uploaded file.'),
})

const show = command({
  name: 'show',
  summary: 'Show a file',
  operations: ['getFile'],
  args: { file },
  example: 'souk files show file_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { file: fileId }) => client.files.getFile({ fileId }),
  render: resource('file', fileFields),
})

const list = command({
  name: 'list',
  summary: 'List your files',
  operations: ['listFiles'],
  options: pageOptions,
  example: 'souk files list',
  run: ({ client }, options) => fetchPage(client.files.listFiles, {}, options),
  render: page(fileFields, 'No files.'),
})

const download = command({
  name: 'download',
  summary: 'Download a file',
  description:
    'Verifies the SHA-256 of the content. Never overwrites a file. Until the download is complete, the name of the file ends in .part.',
  operations: ['getFile', 'getFileContent'],
  args: { file },
  options: { output: text('Path to write to; - writes to standard output', 'path') },
  example: 'souk files download file_01jcxg5s7ve0br4y2a6f3k8m9n --output copy.pdf',
  run: async (context, { file: fileId, output }) => {
    const { client, signal } = context
    const { file: stored } = await client.files.getFile({ fileId })
    const content = await client.files.getFileContent({ fileId }, { signal })
    return saveDownload(context, content, output ?? basename(content.filename), stored)
  },
  render: (saved) =>
    saved === undefined ? [] : [line(`Saved ${saved.path} (${formatBytes(saved.bytes)}).`)],
})

const remove = command({
  name: 'delete',
  summary: 'Delete an unused file',
  operations: ['deleteFile'],
  args: { file },
  example: 'souk files delete file_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ file: fileId }) => `Delete file ${fileId}?`,
  run: ({ client }, { file: fileId }) => client.files.deleteFile({ fileId }),
  render: message('Deleted file.'),
})

export const files: CommandGroup = {
  name: 'files',
  summary: 'Upload and download files',
  commands: [upload, list, show, download, remove],
}
