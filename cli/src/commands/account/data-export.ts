/** Data export. */
import { command, type Command } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { flag, text } from '../../engine/params.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'
import { line, message } from '../../terminal/views.ts'
import { saveDownload } from '../files/save-download.ts'
import { pollUntil } from '../money/hosted-page.ts'
import { withPassword } from './with-password.ts'

const download = command({
  name: 'export',
  summary: 'Download your data as a ZIP archive',
  description:
    'Requests the archive, waits until it is ready and saves it. If an archive is ready, downloads it; --new requests a new one.',
  operations: ['requestExport', 'getExport', 'getExportContent'],
  options: {
    out: text('Path to write to; default: the name of the archive', 'path'),
    new: flag('Build a new archive even if one is ready'),
  },
  example: 'souk users export --out my-data.zip',
  run: async (context, { out, new: isNew }) => {
    const { users } = context.client
    const { export: known } = await users.getExport()
    if (isNew || known?.state !== 'ready') await withPassword(context, () => users.requestExport())
    const { export: ready } = await pollUntil(
      context,
      () => users.getExport(),
      ({ export: current }) => current?.state !== 'building',
    )
    if (ready?.state === 'building') {
      throw new CliError('failed', 'The archive is still being built.', 'Run the command again later.')
    }
    if (ready?.state !== 'ready' || ready.size === null) {
      throw new CliError('failed', 'The archive could not be built.', 'Run the command again.')
    }
    const content = await withPassword(context, () => users.getExportContent({}, { signal: context.signal }))
    return saveDownload(context, content, out ?? content.filename, { sha256: ready.sha256, size: ready.size })
  },
  render: (saved) =>
    saved === undefined ? [] : [line(`Saved ${saved.path} (${formatBytes(saved.bytes)}).`)],
})

const remove = command({
  name: 'delete-export',
  summary: 'Delete your data archive',
  operations: ['removeExport'],
  example: 'souk users delete-export',
  run: ({ client }) => client.users.removeExport(),
  render: message('Deleted the archive.'),
})

export const exportData: readonly Command[] = [download, remove]
