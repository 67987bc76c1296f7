/** Operator commands for disputes. */
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { at, id, line, money, prose, record, table, type Block, type Fields } from '../../terminal/views.ts'
import { actionLabel } from '../tasks/labels.ts'
import { callAdmin } from './admin-api.ts'
import { rule } from './dispute-ruling.ts'
import { disputedTask, fetchDisputes, type Dispute } from './open-disputes.ts'

interface Part {
  readonly text?: string
  readonly url?: string
  readonly filename?: string
  readonly data?: unknown
}

interface Evidence {
  readonly taskId: string
  readonly events: readonly {
    readonly seq: number
    readonly at: string
    readonly by: string
    readonly action: string
    readonly message?: { readonly parts: readonly Part[] }
  }[]
  readonly artifacts: readonly {
    readonly artifactId: string
    readonly name?: string
    readonly parts: readonly Part[]
  }[]
  readonly next: { readonly after: number; readonly artifactsAfter: number } | null
}

const fields: Fields<Dispute> = {
  task: ({ taskId }) => id(taskId),
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
  summary: 'List disputes that need a ruling, oldest first',
  operations: [],
  example: 'souk admin disputes list',
  run: fetchDisputes,
  render: ({ disputes: open }) => [table(fields, open, 'No open disputes.')],
})

const show = command({
  name: 'show',
  summary: 'Show the messages and artifacts of a disputed task',
  operations: [],
  args: { task: disputedTask },
  example: 'souk admin disputes show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: (context, { task: taskId }) => fetchEvidence(context, `disputes/${encodeURIComponent(taskId)}`),
  render: ({ taskId, events, artifacts }) => [
    line(taskId),
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

/** Fetches all pages of the evidence. */
async function fetchEvidence(context: CommandContext, path: string): Promise<Evidence> {
  const first = await callAdmin(context, { method: 'GET', path }, isEvidence)
  const events = [...first.events]
  const artifacts = [...first.artifacts]
  for (let { next } = first; next !== null;) {
    const query = `after=${next.after}&artifactsAfter=${next.artifactsAfter}`
    const page: Evidence = await callAdmin(context, { method: 'GET', path: `${path}?${query}` }, isEvidence)
    events.push(...page.events)
    artifacts.push(...page.artifacts)
    next = page.next
  }
  return { ...first, events, artifacts, next: null }
}

function partBlock({ text, url, filename, data }: Part): Block {
  return prose(text ?? url ?? (data === undefined ? `file ${filename ?? ''}` : JSON.stringify(data)))
}

function isEvidence(data: unknown): data is Evidence {
  const { events, artifacts } = propertiesOf(data)
  return Array.isArray(events) && Array.isArray(artifacts)
}

export const disputes: CommandGroup = {
  name: 'disputes',
  summary: 'Rule on disputes about held funds',
  commands: [listDisputes, show, rule],
}
