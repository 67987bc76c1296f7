import { emptyLedger, type Outcome } from '../../server/src/money/ledger/model.ts'
import { reconcile } from '../../server/src/money/ledger/reconcile.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type RunOptions, type Suite } from '../suite.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import { randomCommand } from './ledger-commands.ts'
import { compare } from './ledger-compare.ts'
import {
  plantStatements,
  replaceLedgerPost,
  callOriginalPost,
  type FaultStatements,
} from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'

const commandsPerRun = 250
/** A ledger with a long history is slow to compare, so a new one is started. */
const commandsPerLedger = 20_000

const faults: Readonly<Record<string, { breaks: string; fault: FaultStatements }>> = {
  'no-floor': {
    breaks: 'Accounts have no floor, so that balances can become negative.',
    fault: [
      `create function forget_floor() returns trigger language plpgsql as
        $$ begin new.floor := -9007199254740991; return new; end $$`,
      // Triggers fire in the order of their names; this one must be last.
      'create trigger ledger_accounts_z before insert on ledger_accounts for each row execute function forget_floor()',
    ],
  },
  'posting-key-ignored': {
    breaks: 'A repeated posting is posted again.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost({
        new_key:
          "new_key || coalesce((select '~' || count(*) from ledger_postings where key like new_key || '%'), '')",
      })}) done;`),
  },
}

export const ledgerModel: Suite = {
  name: 'ledger-model',
  claim: 'The ledger in the database behaves exactly like its in-memory model for any sequence of postings.',
  unit: 'commands',
  sizes: { quick: 2000, release: 500_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async ({ size, seed, fault, progress }) => {
    const tally = new Map<Outcome, number>()
    for (let done = 0; done < size; done += commandsPerLedger) {
      const share = { size: Math.min(commandsPerLedger, size - done), seed: seed + done, fault }
      await runLedger({ ...share, progress: (more) => progress(done + more) }, tally)
    }
    for (const outcome of expected) {
      const enough = (tally.get(outcome) ?? 0) > size / 1000
      assertClaim(enough, `too few commands were ${outcome} to prove anything`)
    }
    return { commands: size, ...Object.fromEntries(tally) }
  },
}

const expected: readonly Outcome[] = [
  'posted',
  'replayed',
  'insufficient-funds',
  'key-reused',
  'unsound',
  'over-ceiling',
]

async function runLedger(
  { size, seed, fault, progress }: RunOptions,
  tally: Map<Outcome, number>,
): Promise<void> {
  const souk = await startSouk()
  try {
    await plantStatements(souk, faults[fault ?? '']?.fault ?? [])
    let done = 0
    // Runs use different currencies, so they can run concurrently.
    await runConcurrently(Math.ceil(size / commandsPerRun), async (run) => {
      const random = seededRandom(seed + run)
      const model = { ledger: emptyLedger(), run, currency: currencyOf(run), posted: [] }
      const commands = Array.from({ length: commandsPerRun }, () => randomCommand(random))
      const outcomes = await convertAssertions(`seed ${seed}`, () => compare(souk, model, commands))
      for (const outcome of outcomes) tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
      done += commandsPerRun
      progress(done)
    })
    await requireReconciled(souk)
  } finally {
    await souk.stop()
  }
}

function currencyOf(run: number): string {
  return [26 * 26, 26, 1].map((power) => String.fromCharCode(65 + (Math.floor(run / power) % 26))).join('')
}

/** Skips checks that need tasks or payouts, which this suite does not create. */
async function requireReconciled({ context }: Souk): Promise<void> {
  const { checks } = await context.store.read(reconcile)
  const violated = checks.filter(
    ({ name, violations }) => violations > 0 && !/^(tasks?|fees|payouts|debts|holds)-/.test(name),
  )
  assertClaim(violated.length === 0, violated.map(({ meaning }) => meaning).join(' '))
}
