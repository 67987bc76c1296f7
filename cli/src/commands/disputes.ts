/** Disputes that two parties could not settle themselves. */
import { formatMoney, type Money } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { fieldsOf, given } from '../engine/fields.ts'
import { readMoney } from '../engine/money.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { at, id, line, money, prose, record, state, table, type Block, type Fields } from '../engine/views.ts'
import { argument, flag, prose as proseWord } from '../engine/words.ts'
import { operate } from './operator.ts'
import { amountOption } from './shared.ts'
import { sayAction, sayPhase, sayReason } from './task-words.ts'

interface Dispute {
  readonly taskId: string
  readonly client: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly amount: Money
  readonly openedBy: string
  readonly since: string
  readonly dueAt: string
  readonly delivered: boolean
}

interface Ruled {
  readonly taskId: string
  readonly phase: string
  readonly reason: string
  readonly currency: string
  readonly paid: { readonly toClient: number; readonly toProvider: number; readonly fee: number }
}

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
  frozen: ({ amount }) => money(amount),
  client: ({ client }) => client.name,
  provider: ({ provider }) => provider.name,
  delivered: ({ delivered }) => delivered,
  'opened by': ({ openedBy }) => openedBy,
  since: ({ since }) => at(since),
  'ends by itself': ({ dueAt }) => at(dueAt),
}

const task = argument('the task in dispute')

function readDisputes(session: Session): Promise<{ disputes: readonly Dispute[] }> {
  return operate(session, { method: 'GET', path: 'disputes' }, isDisputes)
}

const listDisputes = command({
  name: 'list',
  does: 'The disputes that wait for a ruling, the oldest first',
  calls: [],
  example: 'souk admin disputes list',
  run: readDisputes,
  shows: ({ disputes: open }) => [table(fields, open, 'No dispute waits for a ruling.')],
})

const show = command({
  name: 'show',
  does: 'What was said and made in a disputed task',
  calls: [],
  takes: { task },
  example: 'souk admin disputes show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: (session, { task: taskId }) => readEvidence(session, `disputes/${encodeURIComponent(taskId)}`),
  shows: ({ taskId, events, artifacts }) => [
    line(taskId),
    ...events.flatMap(({ seq, at: when, by, action, message }) => [
      record({ [String(seq)]: () => `${by}: ${sayAction(action)}`, ' ': () => at(when) }, undefined),
      ...(message?.parts ?? []).map(partBlock),
    ]),
    ...artifacts.flatMap(({ artifactId, name, parts }) => [
      line(`artifact ${name ?? artifactId}`),
      ...parts.map(partBlock),
    ]),
  ],
})

/** All pages of the evidence as one. */
async function readEvidence(session: Session, path: string): Promise<Evidence> {
  const first = await operate(session, { method: 'GET', path }, isEvidence)
  const events = [...first.events]
  const artifacts = [...first.artifacts]
  for (let { next } = first; next !== null;) {
    const query = `after=${next.after}&artifactsAfter=${next.artifactsAfter}`
    const page: Evidence = await operate(session, { method: 'GET', path: `${path}?${query}` }, isEvidence)
    events.push(...page.events)
    artifacts.push(...page.artifacts)
    next = page.next
  }
  return { ...first, events, artifacts, next: null }
}

function partBlock({ text: words, url, filename, data }: Part): Block {
  return prose(words ?? url ?? (data === undefined ? `file ${filename ?? ''}` : JSON.stringify(data)))
}

const rule = command({
  name: 'rule',
  does: 'Decide a dispute: the frozen funds are paid out and the task ends',
  calls: [],
  takes: { task },
  options: {
    release: flag('pay the provider'),
    refund: flag('give everything back to the client'),
    split: amountOption('give so much back to the client and the rest to the provider; with all decimals'),
    note: proseWord('what both parties are told'),
  },
  example: 'souk admin disputes rule task_01jcxg5s7ve0br4y2a6f3k8m9n --split 25.00 --note "Half was done."',
  reads: async (session, { task: taskId, ...options }) => {
    const kind = rulingOf(options)
    const { disputes: open } = await readDisputes(session)
    const dispute = open.find((candidate) => candidate.taskId === taskId)
    if (dispute === undefined) {
      throw new Refused(
        'notFound',
        'This task is not in dispute.',
        'See all disputes with "souk admin disputes list".',
      )
    }
    const back = kind === 'split' ? partOf(dispute, options.split ?? '') : undefined
    return { kind, dispute, back }
  },
  asks: (_given, { kind, dispute, back }) => `${sentences[kind](dispute, back)} This cannot be undone.`,
  run: (session, { task: taskId, note }, { kind, back }) => {
    const body = { ruling: kind, ...given({ toClient: back?.amount, note }) }
    return operate(
      session,
      { method: 'POST', path: `disputes/${encodeURIComponent(taskId)}/rule`, body },
      isRuled,
    )
  },
  shows: ({ taskId, phase, reason, currency, paid }) => {
    const sum = (amount: number) => money({ amount, currency })
    return [
      record(
        {
          task: () => id(taskId),
          phase: () => state(phase, sayPhase(phase)),
          reason: () => sayReason(reason),
          'to the client': () => sum(paid.toClient),
          'to the provider': () => sum(paid.toProvider),
          fee: () => sum(paid.fee),
        },
        undefined,
      ),
    ]
  },
})

/** What goes back to the client, which leaves something for the provider. */
function partOf({ amount: frozen }: Dispute, typed: string): Money {
  const back = readMoney(typed, { field: '--split', currency: frozen.currency, exact: true })
  if (back.amount === 0) {
    throw new Refused('usage', 'A split gives the client something.', 'Use --release to pay the provider.')
  }
  if (back.amount < frozen.amount) return back
  throw new Refused(
    'usage',
    `--split: ${formatMoney(back)} is not less than the ${formatMoney(frozen)} in dispute.`,
    'Write a smaller amount, or use --refund to give everything back.',
  )
}

type Ruling = 'release' | 'refund' | 'split'

function rulingOf({
  release,
  refund,
  split,
}: {
  release: boolean
  refund: boolean
  split: string | undefined
}): Ruling {
  const chosen: Ruling[] = []
  if (release) chosen.push('release')
  if (refund) chosen.push('refund')
  if (split !== undefined) chosen.push('split')
  const [ruling, other] = chosen
  if (ruling !== undefined && other === undefined) return ruling
  throw new Refused('usage', 'How do you rule?', 'Add one of --release, --refund and --split 25.00.')
}

const sentences: Readonly<Record<Ruling, (dispute: Dispute, back: Money | undefined) => string>> = {
  release: ({ amount, provider }) => `Pay the ${formatMoney(amount)} to ${provider.name}?`,
  refund: ({ amount, client }) => `Give the ${formatMoney(amount)} back to ${client.name}?`,
  split: ({ amount, client, provider }, back) =>
    `Give ${back === undefined ? 'a part' : formatMoney(back)} of the ${formatMoney(amount)} back to ${client.name}, and the rest to ${provider.name}?`,
}

function isDisputes(data: unknown): data is { disputes: Dispute[] } {
  return Array.isArray(fieldsOf(data)['disputes'])
}

function isEvidence(data: unknown): data is Evidence {
  const { events, artifacts } = fieldsOf(data)
  return Array.isArray(events) && Array.isArray(artifacts)
}

function isRuled(data: unknown): data is Ruled {
  const { phase, paid } = fieldsOf(data)
  return typeof phase === 'string' && typeof paid === 'object'
}

export const disputes: Group = {
  name: 'disputes',
  does: 'Disputes about held funds',
  commands: [listDisputes, show, rule],
}
