import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { fieldsOf, operate, Refused } from './operator.ts'

interface Party {
  name: string
}

interface Dispute {
  taskId: string
  client: Party
  provider: Party
  amount: { amount: number; currency: string }
  openedBy: string
  since: string
  dueAt: string
  delivered: boolean
}

interface Ruled {
  taskId: string
  phase: string
  reason: string
  currency: string
  paid: { toClient: number; toProvider: number; fee: number }
}

interface Part {
  text?: string
  url?: string
  filename?: string
  data?: unknown
}

interface Evidence {
  taskId: string
  events: { seq: number; at: string; by: string; action: string; message?: { parts: Part[] } }[]
  artifacts: { artifactId: string; name?: string; parts: Part[] }[]
}

interface RuleOptions {
  release?: true
  refund?: true
  split?: number
  note?: string
  yes?: true
  json?: true
}

/** Disputes that two parties could not settle themselves. */
export function disputeCommands(): Command {
  return new Command('disputes')
    .description('Disputes about held funds')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(ruleCommand())
}

function listCommand(): Command {
  const command = new Command('list')
    .description('Show the disputes that wait for a ruling, the oldest first')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ souk admin disputes list')
  return command.action(async ({ json }: { json?: true }) => {
    const answer = await operate(urlOf(command), { method: 'GET', path: 'disputes' }, isDisputes)
    print(json === true ? JSON.stringify(answer, null, 2) : describeDisputes(answer.disputes))
  })
}

function showCommand(): Command {
  const command = new Command('show')
    .description('Show what was said and made in a disputed task')
    .argument('<taskId>', 'the task in dispute')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ souk admin disputes show task_01jcxg5s7ve0br4y2a6f3k8m9n')
  return command.action(async (taskId: string, { json }: { json?: true }) => {
    const path = `disputes/${encodeURIComponent(taskId)}`
    const evidence = await operate(urlOf(command), { method: 'GET', path }, isEvidence)
    print(json === true ? JSON.stringify(evidence, null, 2) : describeEvidence(evidence))
  })
}

function ruleCommand(): Command {
  const command = new Command('rule')
    .description('Decide a dispute: the frozen funds are paid out and the task ends')
    .argument('<taskId>', 'the task in dispute')
    .addOption(new Option('--release', 'pay the provider').conflicts(['refund', 'split']))
    .addOption(new Option('--refund', 'give everything back to the client').conflicts(['split']))
    .addOption(
      new Option(
        '--split <minorUnits>',
        'give so much back to the client, the rest to the provider',
      ).argParser(minorUnits),
    )
    .option('--note <text>', 'what both parties are told')
    .option('--yes', 'do not ask')
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ souk admin disputes rule task_01jcxg5s7ve0br4y2a6f3k8m9n --split 2500 --note "Half was done."',
    )
  return command.action(async (taskId: string, options: RuleOptions) => {
    const body = { ...rulingOf(options), ...(options.note === undefined ? {} : { note: options.note }) }
    await confirm(`Rule "${body.ruling}" on ${taskId}? This cannot be undone.`, options.yes === true)
    const path = `disputes/${encodeURIComponent(taskId)}/rule`
    const ruled = await operate(urlOf(command), { method: 'POST', path, body }, isRuled)
    print(options.json === true ? JSON.stringify(ruled, null, 2) : describeRuled(ruled))
  })
}

function rulingOf({ release, refund, split }: RuleOptions) {
  if (release === true) return { ruling: 'release' }
  if (refund === true) return { ruling: 'refund' }
  if (split !== undefined) return { ruling: 'split', toClient: split }
  throw new Refused('How do you rule?', 'Add --release, --refund or --split <minorUnits>.')
}

function minorUnits(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new Refused(`"${text}" is no amount in minor units.`, 'Write 2500 for 25.00.')
}

/** Whoever cannot be asked has to say yes beforehand. */
async function confirm(question: string, agreed: boolean): Promise<void> {
  if (agreed) return
  if (!process.stdin.isTTY) throw new Refused('Nobody is here to confirm this.', 'Add --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Refused('Nothing was done.', 'Answer "y" to go on.')
}

function describeDisputes(disputes: readonly Dispute[]): string {
  if (disputes.length === 0) return 'No dispute waits for a ruling.'
  return disputes.map(describeDispute).join('\n')
}

function describeDispute({ taskId, client, provider, amount, openedBy, ...dispute }: Dispute): string {
  const work = dispute.delivered ? 'delivered' : 'not delivered'
  return [
    taskId,
    `  ${amount.amount} ${amount.currency} in minor units, ${client.name} for ${provider.name}, ${work}`,
    `  opened by ${openedBy} ${dispute.since}; ends by itself ${dispute.dueAt}`,
  ].join('\n')
}

function describeEvidence({ taskId, events, artifacts }: Evidence): string {
  const said = events.map(({ seq, at, by, action, message }) =>
    [`  ${seq}  ${at}  ${by} ${action}`, ...(message?.parts ?? []).map(describePart)].join('\n'),
  )
  const made = artifacts.map(({ artifactId, name, parts }) =>
    [`  artifact ${name ?? artifactId}`, ...parts.map(describePart)].join('\n'),
  )
  return [taskId, ...said, ...made].join('\n')
}

/** Texts come from strangers: whatever could move the cursor of a terminal is left out. */
function describePart({ text, url, filename, data }: Part): string {
  const content = text ?? url ?? (data === undefined ? `file ${filename ?? ''}` : JSON.stringify(data))
  return `       ${content.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 2000)}`
}

function isEvidence(data: unknown): data is Evidence {
  const { events, artifacts } = fieldsOf(data)
  return Array.isArray(events) && Array.isArray(artifacts)
}

function describeRuled({ taskId, phase, reason, currency, paid }: Ruled): string {
  return [
    `${taskId} is ${phase} (${reason}).`,
    `Paid in minor units of ${currency}: ${paid.toClient} to the client, ${paid.toProvider} to the provider, ${paid.fee} fee.`,
  ].join('\n')
}

function urlOf(command: Command): string {
  return String(command.optsWithGlobals()['url'])
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function isDisputes(data: unknown): data is { disputes: Dispute[] } {
  return Array.isArray(fieldsOf(data)['disputes'])
}

function isRuled(data: unknown): data is Ruled {
  const { phase, paid } = fieldsOf(data)
  return typeof phase === 'string' && typeof paid === 'object'
}
