/** Operator commands for disputes. */
import { basename } from 'node:path'
import type { Dispute, DisputeEvidence, Part } from 'souk-contract'
import type { AdminClient } from 'souk-sdk'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { argument, text } from '../../../engine/params.ts'
import { saveFile } from '../../../engine/save-file.ts'
import { at, id, line, money, page, prose, record, type Block, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { disputeBlocks } from '../../tasks/dispute-view.ts'
import { actionLabel } from '../../tasks/labels.ts'
import { asOperator } from '../admin-api.ts'
import { disputedTask, rule } from './dispute-ruling.ts'

const fields: Fields<Dispute> = {
  task: ({ taskId }) => id(taskId),
  title: ({ title }) => title,
  held: ({ amount }) => money(amount),
  client: ({ client }) => client.name,
  provider: ({ provider }) => provider.name,
  delivered: ({ delivered }) => delivered,
  'opened by': ({ openedBy }) => openedBy,
  since: ({ since }) => at(since),
  'decided automatically': ({ dueAt }) => at(dueAt),
}

const listDisputes = command({
  name: 'list',
  summary: 'List disputes that need a ruling, next automatic decision first',
  operations: ['listDisputes'],
  options: pageOptions,
  example: 'souk admin disputes list',
  run: (context, pages) => asOperator(context, (admin) => fetchPage(admin.disputes.listDisputes, {}, pages)),
  render: page(fields, 'No open disputes.'),
})

const show = command({
  name: 'show',
  summary: 'Show the claim, evidence, offers, messages and artifacts of a disputed task',
  operations: ['getDispute'],
  args: { task: disputedTask },
  example: 'souk admin disputes show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: (context, { task }) => asOperator(context, (admin) => fetchEvidence(admin, task)),
  render: ({ room, events, artifacts }) => [
    ...disputeBlocks(room),
    ...events.flatMap(({ seq, at: when, by, action, message }) => [
      record({ [String(seq)]: () => `${by}: ${actionLabel(action)}`, ' ': () => at(when) }, undefined),
      ...(message?.parts ?? []).map(partBlock),
    ]),
    ...artifacts.flatMap(({ artifactId, name, parts }) => [
      line(`Artifact ${name ?? artifactId}:`),
      ...parts.map(partBlock),
    ]),
  ],
})

const download = command({
  name: 'download',
  summary: 'Download a file of a disputed task',
  operations: ['getDisputeFile'],
  args: { task: disputedTask, file: argument('File ID') },
  options: { output: text('Path to write to; - writes to standard output', 'path') },
  example:
    'souk admin disputes download task_01jcxg5s7ve0br4y2a6f3k8m9n file_01jcxg5s7ve0br4y2a6f3k8m9n --output copy.pdf',
  run: (context, { task: taskId, file: fileId, output }) =>
    asOperator(context, async (admin) => {
      const content = await admin.disputes.getDisputeFile({ taskId, fileId })
      return saveFile(context, await content.bytes(), output ?? basename(content.filename))
    }),
  render: (saved) => (saved === undefined ? [] : [line(`Saved ${saved.path} (${saved.bytes} bytes).`)]),
})

/** Fetches all pages of the evidence. */
async function fetchEvidence({ disputes: api }: AdminClient, taskId: string): Promise<DisputeEvidence> {
  const first = await api.getDispute({ taskId })
  const events = [...first.events]
  const artifacts = [...first.artifacts]
  for (let { next } = first; next !== null;) {
    const nextPage: DisputeEvidence = await api.getDispute({ taskId, ...next })
    events.push(...nextPage.events)
    artifacts.push(...nextPage.artifacts)
    next = nextPage.next
  }
  return { ...first, events, artifacts, next: null }
}

function partBlock({ text: words, url, filename, data }: Part): Block {
  return prose(words ?? url ?? (data === undefined ? `file ${filename ?? ''}` : JSON.stringify(data)))
}

export const disputes: CommandGroup = {
  name: 'disputes',
  summary: 'Rule on disputes about held funds',
  commands: [listDisputes, show, download, rule],
}
