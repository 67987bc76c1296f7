import type { VerificationKind } from 'souk-contract'
import { verifyChain } from '../audit/chain.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/transact.ts'
import { after, day, hour } from '../lib/clock.ts'
import { compareProcessor } from '../money/ledger/compare-processor.ts'
import { reconcile } from '../money/ledger/reconcile.ts'
import { platformBalances } from '../money/ledger/roll-up-queries.ts'
import { insertRun, isRunDue, type RunRow } from '../money/desk/queries.ts'

type Verdict = Pick<RunRow, 'ok' | 'detail'>

interface Verification {
  readonly kind: VerificationKind
  readonly everyMs: number
  readonly verify: (context: Context) => Promise<Verdict>
}

const verifications = [
  { kind: 'ledger', everyMs: hour, verify: ({ store }) => store.read(verifyLedger) },
  { kind: 'audit', everyMs: day, verify: ({ store }) => store.read(verifyAudit) },
  { kind: 'processor', everyMs: hour, verify: verifyProcessor },
] as const satisfies readonly Verification[]

/** Verifies ledger, audit log and processor, and records each run for operators. Two nodes may run concurrently, which is harmless. */
export async function runVerifications(context: Context): Promise<number> {
  const { store, clock, log } = context
  let runs = 0
  for (const { kind, everyMs, verify } of verifications) {
    const startedAt = clock.now()
    if (!(await store.read((reader) => isRunDue(reader, kind, after(startedAt, -everyMs))))) continue
    const verdict = await verify(context).catch((error: unknown) => {
      log.warn({ kind, error: String(error) }, 'verification not possible')
    })
    if (verdict === undefined) continue
    // Money on its way to or from the processor can explain a difference, so that alone is no error.
    if (!verdict.ok) log[kind === 'processor' ? 'warn' : 'error']({ kind, ...verdict }, 'verification failed')
    const run = { kind, ...verdict, started_at: startedAt, finished_at: clock.now() }
    await store.write((tx) => insertRun(tx, run))
    runs++
  }
  return runs
}

async function verifyLedger(reader: Reader): Promise<Verdict> {
  const { checks } = await reconcile(reader)
  const broken = checks.filter(({ violations }) => violations > 0)
  if (broken.length === 0) return { ok: true, detail: `All ${checks.length} checks passed.` }
  const names = broken.map(({ name, violations }) => `${name} (${violations})`)
  return { ok: false, detail: `Violations: ${names.join(', ')}.` }
}

async function verifyAudit(reader: Reader): Promise<Verdict> {
  const { entries, brokenAt } = await verifyChain(reader)
  return brokenAt === null
    ? { ok: true, detail: `The chain of ${entries} entries is intact.` }
    : { ok: false, detail: `The chain is broken at entry ${brokenAt}.` }
}

async function verifyProcessor({ store, ports, config }: Context): Promise<Verdict> {
  const { book, currency } = config.settings
  const held = await ports.processor.fetchBalance(currency)
  const balances = await store.read((reader) => platformBalances(reader, book))
  return compareProcessor(
    held,
    balances.filter((account) => account.currency === currency),
  )
}
