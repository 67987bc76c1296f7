import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
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
import { gatherCast, streamsPerRound } from './fixture.ts'
import type { Lie } from './misbehaving-processor.ts'
import { playRound, type Effects } from './payment-round.ts'

/** Checks look at the whole history, so there is a new one after so many rounds. */
const roundsPerCast = 25

const passing = refused({ class: 'retry', code: 'lied', message: 'It was not done.' })
const stopping = refused({ class: 'attention', code: 'lied', message: 'It was not done.' })

/** The processor stores what it did under the key of such a call as a refusal. */
function forgetting(operation: string): FaultStatements {
  return [
    `create function forget_done() returns trigger language plpgsql as $$ begin
      if new.key like '${operation}:%' and new.answer ? 'made' then new.answer := '{"refusal":
        {"class": "retry", "code": "lied", "message": "It was not done."}}'; end if;
      return new; end $$`,
    'create trigger forget_done before update on sandbox_calls for each row execute function forget_done()',
  ]
}

/** The processor tells of nothing of this kind. */
function quietAbout(kind: string): FaultStatements {
  return [
    `create function keep_quiet() returns trigger language plpgsql as
      $$ begin if new.type like '${kind}.%' then return null; end if; return new; end $$`,
    'create trigger keep_quiet before insert on sandbox_events for each row execute function keep_quiet()',
  ]
}

const faults: Readonly<Record<string, { breaks: string; fault: FaultStatements; lie?: Lie }>> = {
  'refusals-unheard': {
    breaks: 'A refusal is taken for an unknown end, for ever.',
    fault: [],
    lie: { hidesRefusals: true },
  },
  'same-key-after-refusal': {
    breaks: 'A refused step is repeated under the key that was refused.',
    fault: [],
    lie: { keepsKey: true },
  },
  'retry-pays-twice': {
    breaks: 'A payout that was refused and done all the same is sent again, without a look that finds it.',
    fault: [...forgetting('payout'), ...quietAbout('payout')],
    lie: { deniesDone: { step: 'payout', as: passing }, isBlind: true },
  },
  'cancel-after-transfer': {
    breaks: 'A payout is canceled although its transfer was made, so that its amount is out and back.',
    fault: quietAbout('transfer'),
    lie: { deniesDone: { step: 'transfer', as: stopping }, isBlind: true },
  },
  'released-twice': {
    breaks: 'An amount that was not sent returns to earnings twice.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost()}) done;
      if new_kind = 'payout_release' then
        perform * from (${callOriginalPost({ new_key: "new_key || ':again'" })}) again;
      end if;`),
  },
  'news-counts-again': {
    breaks: 'Money is booked again whenever the processor tells of it.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost({
        new_key:
          "new_key || coalesce((select '~' || count(*) from ledger_postings where key like new_key || '%'), '')",
      })}) done;`),
  },
  'calls-forgotten': {
    breaks: 'The processor does a call again that it has done before.',
    fault: [
      'create function forget_answer() returns trigger language plpgsql as $$ begin new.answer := null; return new; end $$',
      'create trigger forget_answer before update on sandbox_calls for each row execute function forget_answer()',
    ],
  },
  'verdicts-ignored': {
    breaks: 'A dispute stays open with us when it is decided.',
    fault: [
      `create function stay_open() returns trigger language plpgsql as
        $$ begin new.state := old.state; return new; end $$`,
      'create trigger stay_open before update on chargebacks for each row execute function stay_open()',
    ],
  },
  'refunds-unheard-of': {
    breaks: 'A refund has come to nothing with us, whatever the processor says.',
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
    'However often and in whatever order the processor tells of payments, refunds, disputes and payouts, and whichever answers are lost, the ledger comes out the same, nobody is charged or paid twice, and every payout that is refused ends or is ended by a person.',
  unit: 'shuffles',
  sizes: { quick: 50, release: 10_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async (run) => {
    const rounds = Math.ceil(run.size / streamsPerRound)
    const totals = { shuffles: 0, deliveries: 0, answersLost: 0, balancesCompared: 0 }
    const casts = Math.ceil(rounds / roundsPerCast)
    await runConcurrently(casts, async (index) => {
      const first = index * roundsPerCast
      await playCast(
        { ...run, size: Math.min(roundsPerCast, rounds - first), seed: run.seed + first },
        totals,
      )
    })
    assertClaim(totals.answersLost > 0, 'not one answer was lost, so nothing was proved')
    return totals
  },
}

type Totals = Record<'shuffles' | 'deliveries' | 'answersLost' | 'balancesCompared', number>

/** One orderly round, and then many that have to come to the same. */
async function playCast({ size, seed, fault, progress }: RunOptions, totals: Totals): Promise<void> {
  const { fault: planted = [], lie } = faults[fault ?? ''] ?? {}
  const cast = await gatherCast(lie)
  try {
    await plantStatements(cast.souk, planted)
    const orderly = await convertAssertions('in order', () => playRound(cast, 'in order'))
    for (let round = 0; round < size; round++) {
      const whose = `seed ${seed + round}`
      const { effects, deliveries } = await convertAssertions(whose, () =>
        playRound(cast, whose, diceOf(seed + round)),
      )
      compare(whose, effects, orderly.effects)
      totals.shuffles += streamsPerRound
      totals.deliveries += deliveries
      totals.balancesCompared += Object.keys(effects).length
      progress(totals.shuffles)
    }
    assertClaim(
      cast.souk.mistakes.length === 0,
      `logged as our own mistake: ${cast.souk.mistakes.join('\n')}`,
    )
    totals.answersLost += cast.line.suffered.get('answer lost') ?? 0
  } finally {
    await cast.souk.stop()
  }
}

function compare(whose: string, shuffled: Effects, orderly: Effects): void {
  const names = new Set([...Object.keys(shuffled), ...Object.keys(orderly)])
  const different = [...names].filter((name) => shuffled[name] !== orderly[name])
  const told = different.map((name) => `${name} ${shuffled[name] ?? 0} instead of ${orderly[name] ?? 0}`)
  assertClaim(different.length === 0, `${whose}: the ledger differs from the orderly one: ${told.join(', ')}`)
}
