import { openBank } from '../../server/test/fixtures/bank.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { createFuzzer, type Fuzzer } from './fuzzer.ts'
import { operatorToken } from './fixture.ts'

/** What each fault does to the database, once there is something in it. */
const faults: Readonly<Record<string, readonly [breaks: string, statement: string]>> = {
  'table-refuses': [
    'The database refuses every new agent.',
    `create function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create trigger planted before insert on agents for each row execute function planted()`,
  ],
  'answer-unlike-the-document': [
    'A field of agents has a value that the document does not know.',
    `alter table agents drop constraint agents_contact_from_check; update agents set contact_from = 'somebody'`,
  ],
  'books-are-off': [
    'An account holds one cent more than was ever moved there.',
    `alter table ledger_accounts disable trigger user;
     update ledger_accounts set balance = balance + 1 where id = (select min(id) from ledger_accounts where mode = 'locked')`,
  ],
}

export const fuzz: Suite = {
  name: 'fuzz',
  claim:
    'Whatever is sent, by whomever, the answer is one that the OpenAPI document names for the operation: no 5xx, no hang, no mistake in the log, and the books still balance.',
  unit: 'requests',
  sizes: { quick: 1_000, release: 200_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, [breaks]]) => [name, breaks])),
  run,
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const souk = await startSouk({ operatorToken, rateLimitScale: 1_000_000 })
  try {
    await souk.app.listen({ port: 0, host: '127.0.0.1' })
    const fuzzer = await createFuzzer(souk, diceOf(seed), progress)
    const statement = faults[fault ?? '']?.[1]
    if (statement !== undefined) await plantScript(souk, statement)
    await checkSouk(souk)
    await fuzzer.sendExamples()
    const warm = memory()
    await fuzzer.sendUpTo(size)
    await checkSouk(souk)
    return summary(fuzzer, warm)
  } finally {
    await souk.stop()
  }
}

async function checkSouk(souk: Souk): Promise<void> {
  assertClaim(souk.mistakes.length === 0, `the log says ${souk.mistakes[0] ?? ''}`)
  const off = await openBank(souk).faults()
  assertClaim(off.length === 0, `the books are off: ${off.join(', ')}`)
}

interface Memory {
  readonly megabytes: number
  readonly timers: number
}

/** Of the whole process, so also of what sends the requests. */
function memory(): Memory {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  return { megabytes: Math.round(process.memoryUsage().rss / 1e6), timers }
}

/** Below this nothing can be said about memory: the code itself is still being compiled. */
const manyRequests = 20_000

function summary({ operations, tally: { sent, seen, done } }: Fuzzer, warm: Memory): Counts {
  const { megabytes, timers } = memory()
  assertClaim(
    sent < manyRequests || megabytes < 2 * warm.megabytes,
    `memory grew from ${warm.megabytes} to ${megabytes} MB`,
  )
  assertClaim(timers < warm.timers + 100, `${timers - warm.timers} timers run on, though nobody is connected`)
  assertClaim(
    done.size > operations.length / 2,
    `only ${done.size} of ${operations.length} operations ever succeeded`,
  )
  return {
    ...Object.fromEntries([...seen].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    'operations that succeeded': done.size,
    'operations in all': operations.length,
    'megabytes before': warm.megabytes,
    'megabytes after': megabytes,
  }
}
