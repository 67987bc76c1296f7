import { methodsV1 } from '../../server/src/http/bindings/json-rpc/methods-v1.ts'
import { methodsV03 } from '../../server/src/http/bindings/v0-3/methods-v0-3.ts'
import { createPaymentActions } from '../../server/test/fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { createFuzzer, type Fuzzer } from './fuzzer.ts'

/** SQL scripts that plant the faults after the fixture is built. */
const faults: Readonly<Record<string, readonly [breaks: string, statement: string]>> = {
  'insert-fails': [
    'The database refuses every new agent.',
    `create function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create trigger planted before insert on agents for each row execute function planted()`,
  ],
  'undocumented-value': [
    'A field of agents has an undocumented value.',
    `alter table agents drop constraint agents_contact_from_check; update agents set contact_from = 'undocumented'`,
  ],
  'ledger-off-by-one': [
    'The balance of an account is one cent higher than its postings.',
    `alter table ledger_accounts disable trigger user;
     update ledger_accounts set balance = balance + 1 where id = (select min(id) from ledger_accounts where mode = 'locked')`,
  ],
}

export const fuzz: Suite = {
  name: 'fuzz',
  claim:
    'Every request of any caller, valid or not, gets a response that the OpenAPI document describes: no 5xx, no timeout, no logged error, and the ledger stays balanced.',
  unit: 'requests',
  sizes: { quick: 1_000, release: 200_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, [breaks]]) => [name, breaks])),
  run,
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const souk = await startSouk({ rateLimitScale: 1_000_000 })
  try {
    await souk.app.listen({ port: 0, host: '127.0.0.1' })
    const fuzzer = await createFuzzer(souk, seededRandom(seed), progress)
    const statement = faults[fault ?? '']?.[1]
    if (statement !== undefined) await plantScript(souk, statement)
    await checkSouk(souk)
    await fuzzer.sendExamples()
    const before = measureResources()
    await fuzzer.sendUpTo(size)
    const byGrpc = await fuzzer.sendByGrpc(Math.ceil(size / 10))
    await checkSouk(souk)
    return { ...summary(fuzzer, before), ...byGrpc }
  } finally {
    await souk.stop()
  }
}

async function checkSouk(souk: Souk): Promise<void> {
  assertClaim(souk.loggedErrors.length === 0, `the server logged ${souk.loggedErrors[0] ?? ''}`)
  const violations = await createPaymentActions(souk).failedChecks()
  assertClaim(violations.length === 0, `ledger invariants are violated: ${violations.join(', ')}`)
}

interface Resources {
  readonly megabytes: number
  readonly timers: number
}

/** Of the whole process, including the fuzzer. */
function measureResources(): Resources {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  return { megabytes: Math.round(process.memoryUsage().rss / 1e6), timers }
}

/** Of both versions of A2A. */
const methodCount = Object.keys({ ...methodsV1, ...methodsV03 }).length

/** With fewer requests memory is inconclusive, because code is still being compiled. */
const manyRequests = 20_000

function summary(
  { operations, tally: { sent, sentByJsonRpc, outcomes, succeeded } }: Fuzzer,
  before: Resources,
): Counts {
  const { megabytes, timers } = measureResources()
  assertClaim(
    sent < manyRequests || megabytes < 2 * before.megabytes,
    `memory grew from ${before.megabytes} to ${megabytes} MB`,
  )
  assertClaim(
    timers < before.timers + 100,
    `${timers - before.timers} timers are left although no client is connected`,
  )
  const called = operations.filter(({ id }) => succeeded.has(id)).length
  assertClaim(
    called > operations.length / 2,
    `only ${called} of ${operations.length} operations ever succeeded`,
  )
  const methods = succeeded.size - called
  assertClaim(
    methods > methodCount / 2,
    `only ${methods} of ${methodCount} methods of JSON-RPC ever succeeded`,
  )
  return {
    ...Object.fromEntries([...outcomes].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    'operations that succeeded': called,
    'operations in all': operations.length,
    'requests over JSON-RPC': sentByJsonRpc,
    'JSON-RPC methods that succeeded': methods,
    'JSON-RPC methods in all': methodCount,
    'megabytes before': before.megabytes,
    'megabytes after': megabytes,
  }
}
