import { Command } from 'commander'
import { disputeCommands } from './disputes.ts'
import { operate, type Order } from './operator.ts'

interface LedgerProof {
  ok: boolean
  checks: { name: string; meaning: string; violations: number; sample: string[] }[]
}

interface AuditProof {
  ok: boolean
  entries: number
  brokenAt: number | null
}

/** What operators ask of a running marketplace. */
export function adminCommands(): Command {
  const admin = new Command('admin').description('For operators; needs OPERATOR_TOKEN')
  admin
    .command('ledger')
    .description('The books')
    .addCommand(
      verifyCommand({
        description: 'Prove from the whole history that the books add up',
        example: 'souk admin ledger verify --json',
        verify: async (url) => show(await operate(url, proofOf('ledger'), isLedgerProof), describeLedger),
      }),
    )
  admin
    .command('audit')
    .description('The audit log')
    .addCommand(
      verifyCommand({
        description: 'Walk the chain of the audit log and say where it breaks',
        example: 'souk admin audit verify',
        verify: async (url) => show(await operate(url, proofOf('audit'), isAuditProof), describeAudit),
      }),
    )
  admin.addCommand(disputeCommands())
  return admin
}

function proofOf(what: 'ledger' | 'audit'): Order {
  return { method: 'POST', path: `${what}/verify` }
}

interface Proof {
  ok: boolean
  text: string
  json: object
}

interface Verification {
  description: string
  example: string
  verify: (url: string) => Promise<Proof>
}

function verifyCommand({ description, example, verify }: Verification): Command {
  const command = new Command('verify').description(description).option('--json', 'print the answer as JSON')
  return command
    .addHelpText('after', `\nExample:\n  $ ${example}`)
    .action(async (options: { json?: true }) => {
      const { ok, text, json } = await verify(String(command.optsWithGlobals()['url']))
      process.stdout.write(options.json === true ? `${JSON.stringify(json, null, 2)}\n` : text)
      process.exitCode = ok ? 0 : 2
    })
}

function show<T extends { ok: boolean }>(data: T, describe: (data: T) => string): Proof {
  return { ok: data.ok, text: describe(data), json: data }
}

function describeLedger({ ok, checks }: LedgerProof): string {
  const lines = checks.map(({ name, meaning, violations, sample }) =>
    violations === 0
      ? `  ok    ${name}: ${meaning}`
      : `  WRONG ${name}: ${meaning} ${violations} times, as ${sample.join(', ')}`,
  )
  return `${lines.join('\n')}\n${ok ? 'The ledger adds up.' : 'The ledger does NOT add up.'}\n`
}

function describeAudit({ entries, brokenAt }: AuditProof): string {
  return brokenAt === null
    ? `The audit log is whole: ${entries} entries.\n`
    : `The audit log was changed at entry ${brokenAt}.\n`
}

function isLedgerProof(data: unknown): data is LedgerProof {
  return (
    typeof data === 'object' &&
    data !== null &&
    'ok' in data &&
    'checks' in data &&
    Array.isArray(data.checks)
  )
}

function isAuditProof(data: unknown): data is AuditProof {
  return typeof data === 'object' && data !== null && 'ok' in data && 'entries' in data
}
