/** Operator commands for the stores of files. */
import type { QuarantinedFile } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { choice, required } from '../../engine/params.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'
import { at, id, line, page, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { asOperator } from './admin-api.ts'

/** Each call copies up to eight parts of 8 MiB. */
const longTimeout = { timeoutMs: 600_000 }

const move = command({
  name: 'move',
  summary: 'Move all files to another store',
  description:
    'Files stay available. It can be interrupted and repeated: parts that are moved stay moved. The old bytes are deleted after an hour.',
  operations: ['moveFiles'],
  options: { to: required(choice('Store to move to', ['postgres', 's3'])) },
  example: 'souk admin files move --to s3',
  run: (context, { to }) =>
    asOperator(context, async ({ files }) => {
      const total = { moved: 0, bytes: 0, failed: new Set<string>() }
      for (let after: string | undefined; ;) {
        const step = await files.moveFiles({ to, ...(after === undefined ? {} : { after }) }, longTimeout)
        total.moved += step.moved
        total.bytes += step.bytes
        for (const fileId of step.failed) total.failed.add(fileId)
        context.progress('Moved parts', total.moved, total.moved + step.remaining)
        if (step.next === null) return { ...total, failed: [...total.failed] }
        after = step.next
      }
    }),
  render: ({ moved, bytes, failed }) => [
    line(`Moved ${moved} parts (${formatBytes(bytes)}).`),
    ...failed.map((fileId) =>
      line(`Not moved: ${fileId}. Read the errors of the server, then repeat the command.`),
    ),
  ],
  isFailure: ({ failed }) => failed.length > 0,
})

const fields: Fields<QuarantinedFile> = {
  file: ({ id: fileId }) => id(fileId),
  name: ({ filename }) => filename,
  found: ({ found }) => found,
  size: ({ size }) => formatBytes(size),
  agent: ({ agentId }) => id(agentId),
  completed: ({ completedAt }) => at(completedAt),
}

const quarantine = command({
  name: 'quarantine',
  summary: 'List files that the virus scanner refused',
  operations: ['listQuarantine'],
  options: pageOptions,
  example: 'souk admin files quarantine',
  run: (context, pages) => asOperator(context, ({ files }) => fetchPage(files.listQuarantine, {}, pages)),
  render: page(fields, 'No quarantined files.'),
})

export const adminFiles: CommandGroup = {
  name: 'files',
  summary: 'Manage where files are stored',
  commands: [move, quarantine],
}
