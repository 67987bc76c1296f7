import { verifyChain } from '../audit/chain.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/transact.ts'
import { after, day, hour } from '../lib/clock.ts'
import { reconcile } from '../money/ledger/reconcile.ts'
import { insertRun, isRunDue, type RunRow } from '../resources/money-desk/queries.ts'

type Verdict = Pick<RunRow, 'ok' | 'detail'>

const verifications = [
  { kind: 'ledger', everyMs: hour, verify: verifyLedger },
  { kind: 'audit', everyMs: day, verify: verifyAudit },
] as const

/** Verifies ledger and audit log, and records each run for operators. Two nodes may run concurrently, which is harmless. */
export async function runVerifications({ store, clock, log }: Context): Promise<number> {
  let runs = 0
  for (const { kind, everyMs, verify } of verifications) {
    const startedAt = clock.now()
    if (!(await store.read((reader) => isRunDue(reader, kind, after(startedAt, -everyMs))))) continue
    const verdict = await store.read(verify)
    if (!verdict.ok) log.error({ kind, detail: verdict.detail }, 'verification failed')
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
