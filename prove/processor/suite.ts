import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import {
  plantStatements,
  replaceLedgerPost,
  callOriginalPost,
  type FaultStatements,
} from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'
import { assertClaim, type RunOptions, type Suite } from '../suite.ts'
import { refused } from '../../server/src/money/processor/refusals.ts'
import { createFixture, streamsPerRound } from './fixture.ts'
import type { Misbehavior } from './misbehaving-processor.ts'
import { runRound, type Effects } from './payment-round.ts'

/** Checks read the whole history, so a new fixture is created after some rounds. */
const roundsPerFixture = 25

const temporary = refused({ class: 'retry', code: 'planted', message: 'It was not done.' })
const needsAttention = refused({ class: 'attention', code: 'planted', message: 'It was not done.' })

/** The processor stores a completed call as a refusal. */
function storeAsRefused(operation: string): FaultStatements {
  return [
    `create function forget_done() returns trigger language plpgsql as $$ begin
      if new.key like '${operation}:%' and new.answer ? 'made' then new.answer := '{"refusal":
        {"class": "retry", "code": "planted", "message": "It was not done."}}'; end if;
      return new; end $$`,
    'create trigger forget_done before update on sandbox_calls for each row execute function forget_done()',
  ]
}

/** The processor sends no events of this type. */
function suppressEvents(kind: string): FaultStatements {
  return [
    `create function keep_quiet() returns trigger language plpgsql as
      $$ begin if new.type like '${kind}.%' then return null; end if; return new; end $$`,
    'create trigger keep_quiet before insert on sandbox_events for each row execute function keep_quiet()',
  ]
}

const faults: Readonly<
  Record<string, { breaks: string; fault: FaultStatements; misbehavior?: Misbehavior }>
> = {
  'refusals-reported-unknown': {
    breaks: 'A refusal is reported as an unknown outcome at every attempt.',
    fault: [],
    misbehavior: { hidesRefusals: true },
  },
  'same-key-after-refusal': {
    breaks: 'A refused step is retried with the key that was refused.',
    fault: [],
    misbehavior: { reusesKey: true },
  },
  'retry-pays-twice': {
    breaks: 'A payout reported as refused although it was done is sent again, and lookups do not find it.',
    fault: [...storeAsRefused('payout'), ...suppressEvents('payout')],
    misbehavior: { deniesDone: { step: 'payout', as: temporary }, hidesLookups: true },
  },
  'cancel-after-transfer': {
    breaks: 'A payout is canceled although its transfer was made, so that its amount is paid and returned.',
    fault: suppressEvents('transfer'),
    misbehavior: { deniesDone: { step: 'transfer', as: needsAttention }, hidesLookups: true },
  },
  'payout-returned-twice': {
    breaks: 'The amount of a payout that was not sent returns to earnings twice.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost()}) done;
      if new_kind = 'payout_release' then
        perform * from (${callOriginalPost({ new_key: "new_key || ':again'" })}) again;
      end if;`),
  },
  'event-posted-again': {
    breaks: 'Every processor event posts its payment again.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost({
        new_key:
          "new_key || coalesce((select '~' || count(*) from ledger_postings where key like new_key || '%'), '')",
      })}) done;`),
  },
  'idempotency-keys-ignored': {
    breaks: 'The processor ignores idempotency keys and repeats calls.',
    fault: [
      'create function forget_answer() returns trigger language plpgsql as $$ begin new.answer := null; return new; end $$',
      'create trigger forget_answer before update on sandbox_calls for each row execute function forget_answer()',
    ],
  },
  'verdicts-ignored': {
    breaks: 'The verdict of a dispute is not stored.',
    fault: [
      `create function stay_open() returns trigger language plpgsql as
        $$ begin new.state := old.state; return new; end $$`,
      'create trigger stay_open before update on chargebacks for each row execute function stay_open()',
    ],
  },
  'refunds-marked-failed': {
    breaks: 'Every refund is stored as failed.',
    fault: [
      `create function come_to_nothing() returns trigger language plpgsql as
        $$ begin new.state := 'failed'; return new; end $$`,
      'create trigger come_to_nothing before insert on refunds for each row execute function come_to_nothing()',
    ],
  },
}

export const processorShuffles: Suite = {
  name: 'processor-shuffles',
  claim:
    'With processor events in any order and number and any responses lost, the ledger is the same as without faults, no card is charged and no payout paid twice, and every refused payout ends or is ended by a person.',
  unit: 'shuffles',
  sizes: { quick: 50, release: 10_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async (run) => {
    const rounds = Math.ceil(run.size / streamsPerRound)
    const totals = { shuffles: 0, deliveries: 0, responsesLost: 0, balancesCompared: 0 }
    const fixtures = Math.ceil(rounds / roundsPerFixture)
    await runConcurrently(fixtures, async (index) => {
      const first = index * roundsPerFixture
      await runRounds(
        { ...run, size: Math.min(roundsPerFixture, rounds - first), seed: run.seed + first },
        totals,
      )
    })
    assertClaim(totals.responsesLost > 0, 'nothing was proved: no response was lost')
    return totals
  },
}

type Totals = Record<'shuffles' | 'deliveries' | 'responsesLost' | 'balancesCompared', number>

/** One round without faults, then many with faults that must have the same effects. */
async function runRounds({ size, seed, fault, progress }: RunOptions, totals: Totals): Promise<void> {
  const { fault: planted = [], misbehavior } = faults[fault ?? ''] ?? {}
  const fixture = await createFixture(misbehavior)
  try {
    await plantStatements(fixture.souk, planted)
    const expected = await convertAssertions('in order', () => runRound(fixture, 'in order'))
    for (let round = 0; round < size; round++) {
      const label = `seed ${seed + round}`
      const { effects, deliveries } = await convertAssertions(label, () =>
        runRound(fixture, label, seededRandom(seed + round)),
      )
      compare(label, effects, expected.effects)
      totals.shuffles += streamsPerRound
      totals.deliveries += deliveries
      totals.balancesCompared += Object.keys(effects).length
      progress(totals.shuffles)
    }
    assertClaim(
      fixture.souk.loggedErrors.length === 0,
      `the server logged errors: ${fixture.souk.loggedErrors.join('\n')}`,
    )
    totals.responsesLost += fixture.link.injected.get('response lost') ?? 0
  } finally {
    await fixture.souk.stop()
  }
}

function compare(label: string, actual: Effects, expected: Effects): void {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
  const different = [...names].filter((name) => actual[name] !== expected[name])
  const differences = different.map(
    (name) => `${name} ${actual[name] ?? 0} instead of ${expected[name] ?? 0}`,
  )
  assertClaim(
    different.length === 0,
    `${label}: the ledger differs from the round without faults: ${differences.join(', ')}`,
  )
}
