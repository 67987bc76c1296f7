/** Generates docs/evidence.md from the result files of prove and bench. */
import { suites } from '../prove/suites.ts'
import { benchResults, markdown, proofResults, type Bench, type Proof } from './results.ts'

export function evidenceDoc(): string {
  const proofs = proofResults()
  const benches = benchResults()
  return template
    .replace('<!-- proofs -->', proofTable(proofs).join('\n'))
    .replace('<!-- not run -->', notRun(proofs))
    .replace('<!-- faults -->', faultTable(proofs).join('\n'))
    .replace('<!-- new faults -->', newFaults(proofs))
    .replace('<!-- benches -->', benchTable(benches).join('\n'))
    .replace('<!-- profiles -->', profileTable(benches).join('\n'))
}

function proofTable(proofs: readonly Proof[]): string[] {
  const rows = proofs.map(({ suite, claim, size, unit, seed, seconds, counts, violation, date, commit }) => [
    `[\`${suite}\`](../prove/results/${suite}.json)`,
    suites.find(({ name }) => name === suite)?.claim ?? claim,
    `${size.toLocaleString('en')} ${unit} in ${Math.round(seconds)} s, seed ${seed}`,
    violation === null ? listCounts(counts) : `**violated:** ${oneLine(violation)}`,
    `${date.slice(0, 10)}, ${(commit ?? 'none').slice(0, 7)}`,
  ])
  return markdown(['Suite', 'Claim', 'Run', 'Counts', 'Date, commit'], rows)
}

/** Suites without a recorded run at release size. */
function notRun(proofs: readonly Proof[]): string {
  const left = suites.filter(({ name }) => !proofs.some(({ suite }) => suite === name))
  if (left.length === 0) return 'Every suite has a recorded run at release size.'
  const named = left.map(
    ({ name, unit, sizes }) => `\`${name}\` (${sizes.release.toLocaleString('en')} ${unit})`,
  )
  return `Without a recorded run at release size: ${named.join(', ')}.`
}

function listCounts(counts: Proof['counts']): string {
  return Object.entries(counts ?? {})
    .map(([what, count]) => `${what}: ${count.toLocaleString('en')}`)
    .join(', ')
}

function faultTable(proofs: readonly Proof[]): string[] {
  const rows = proofs.flatMap(({ suite, faults }) =>
    faults.map(({ name, breaks, detectedAs }) => [
      `\`${suite}\``,
      `\`${name}\`: ${describeFault(suite, name) ?? breaks}`,
      detectedAs === null ? '**not detected**' : oneLine(detectedAs),
    ]),
  )
  return markdown(['Suite', 'Planted fault', 'Detected as'], rows)
}

/** Planted faults that are newer than the recorded run of their suite. */
function newFaults(proofs: readonly Proof[]): string {
  const added = proofs.flatMap(({ suite, faults }) =>
    Object.keys(suites.find(({ name }) => name === suite)?.faults ?? {})
      .filter((fault) => !faults.some(({ name }) => name === fault))
      .map((fault) => `\`${suite}\`/\`${fault}\``),
  )
  return added.length === 0 ? '' : `Newer than the recorded run of their suite: ${added.join(', ')}.\n\n`
}

function describeFault(suite: string, fault: string): string | undefined {
  return suites.find(({ name }) => name === suite)?.faults[fault]
}

const messageLengthMax = 200

/** Messages of random sequences start with their steps. Others start with the violation and can end with a stack trace. */
function oneLine(message: string): string {
  const text = message.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= messageLengthMax) return text
  return text.startsWith('seed ')
    ? ending(text, messageLengthMax)
    : `${beginning(text, 140)} ${ending(text, 60)}`
}

/** Cut between words. */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/\s\S*$/, '')
}

function ending(text: string, length: number): string {
  return `… ${text.slice(-length).replace(/^\S*\s/, '')}`
}

function benchTable(benches: readonly Bench[]): string[] {
  const rows = benches.flatMap(({ scenario, rows: measured }) =>
    measured.map(({ what, unit, ours, peer, theirs, ratio, target, reached }) => [
      `[${what}](../bench/results/${scenario}.json)`,
      `${ours.median.toLocaleString('en')} ${unit}`,
      peer === undefined || theirs === undefined ? '' : `${peer}: ${theirs.median.toLocaleString('en')}`,
      peer === undefined ? '' : String(ratio),
      target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`,
      reached ? 'yes' : '**no**',
    ]),
  )
  return markdown(['Scenario', 'Souk', 'Compared with', 'Ratio', 'Target', 'Reached'], rows)
}

/** CPU and database profiles of the scenarios that missed their target. */
function profileTable(benches: readonly Bench[]): string[] {
  const missed = benches.flatMap(({ rows, profiles = {} }) =>
    Object.entries(profiles).filter(([name]) => rows.some(({ what, reached }) => what === name && !reached)),
  )
  const rows = missed.map(([name, { cores, server, database }]) => [
    name,
    listed(cores, (value) => String(value)),
    listed(server, (value) => `${value} %`),
    listed(database, (value) => String(value)),
  ])
  return markdown(['Scenario', 'Busy cores', 'Server CPU', 'Average active connections'], rows)
}

function listed(figures: Readonly<Record<string, number>>, shown: (value: number) => string): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join('; ')
}

const template = `# Evidence

Two folders test what Souk claims: [\`prove\`](../prove/README.md) tries to break its guarantees, and [\`bench\`](../bench/README.md) measures its speed.
\`npm run emit\` generates this page from their result files.

## Guarantees

Run one suite, or all of them:

\`\`\`sh
npm run prove -- ledger-model --quick
npm run prove
\`\`\`

\`--quick\` runs a small size; \`npm run test:system\` runs a third of the suites that way, chosen by a seed. A suite first runs against the product, then with each planted fault,
which it must detect.

<!-- proofs -->

<!-- not run -->

### Defects found

| By | Defect | Now |
| --- | --- | --- |
| \`simulation\` | A chargeback stayed open forever if the processor's response was older than its webhook. | Open chargebacks are polled daily; unknown ones are found in the balance transactions. |
| \`simulation\` | A won appeal stayed lost, with its money, if the processor's webhook was lost. | Every movement in the balance transactions is compared with what Souk knows. |
| \`simulation\` | A returned payout stayed \`paid\` if its webhook was lost. | Paid payouts are polled for a month. |
| \`processor-shuffles\` | A payout repeated after the processor had forgotten its id could be paid twice. | After a day, Souk asks whether the step happened before repeating it. |
| \`processor-shuffles\` | A refund made at the processor stayed in the wallet and out of the reconciliation. | It is taken from the wallet, or owed. |
| \`processor-shuffles\` | A late response reopened a decided chargeback. | Final states stay final. |
| \`link-faults\` | 500 instead of 503 when the database connection broke inside a transaction. | 503; the call can be retried. |
| \`kill-database\` | 500 instead of 503 when a statement was written to a broken connection: EPIPE was read as a PostgreSQL error code. | 503; the call can be retried. |
| \`abuse\` | A caller that disconnected while a stream was opening leaked a slot and a timer. | Both are released. |
| \`access\` | \`deleteComment\` revealed that a private post exists. | The same 404 as for a missing post. |
| \`cut-responses\` | A repeated acceptance with its Idempotency-Key was refused. | The stored response is replayed, including on the hot path. |
| \`fuzz\` | 500 for a file deleted while a download started. | 404. |
| \`fuzz\` | A \`historyLength\` above PostgreSQL's integer range caused an error in the log. | It returns the whole history. |
| \`fuzz\` | 500 for a webhook that was removed while it was read. | 404. |
| \`fuzz\` | 500 for a download whose caller lost access before its first byte. | 401, 403 or 404. |
| \`fuzz\` | An A2A call with an absolute request target got errors in the format of the platform. | The format of its path. |
| \`fuzz\` | A gRPC connection refused all calls after its client had canceled 10 MB of responses. | The server asks the client in time to open another connection. |
| \`fuzz\` | The OpenAPI document lacked some responses, headers and fields of errors. | It has them. |
| \`streams\` in bench | Every open stream polled the database each second: with 10,000 open, events took more than a minute. | One read per node for all subscribers, one frame for all connections. |
| \`streams\` in bench | A message held the lock of its task over seven statements. | Two statements, with an optimistic lock. |
| \`streams\` in bench | Events that arrived during a broadcast were delivered up to a second late. | They are read when the broadcast ends. |
| \`streams\` in bench | Numbering a thousand events took a second while PostgreSQL estimated the table as empty. | The statement takes a range of ids, independent of the estimate. |
| \`webhooks\` in bench | With thousands of pending deliveries, leasing the next took a second: its plan was made for an empty table. | It is planned for the current rows. |

### Planted faults

<!-- faults -->

<!-- new faults -->[\`npm run prove:mutants\`](evidence-mutants.md) tests the tests in the same way: it changes the source and expects a test to fail.

## Speed

\`npm run bench\` measures Souk and its peer alternately on one machine and reports medians over the rounds. The ratio is the median of the ratios of each round, so it can differ from the quotient of the two medians. Compare the ratios: absolute figures depend on
the machine. [bench](../bench/README.md) says what each row compares, and in which direction it is unfair.

<!-- benches -->

### Missed targets

Each missed scenario ran once more under a profiler, which makes it slightly slower. "Engine" is time in V8 and Node below JavaScript: JSON, hashing,
encryption, promises.

<!-- profiles -->

- **Sending, against \`pgbench\`.** All programs share the cores, and \`pgbench\` leaves nearly all of them to the database. The server adds HTTP,
  authentication, validation and the encrypted stored response; the workers add the relay of events.
- **Sending, against \`@a2a-js/sdk\` with tasks in memory.** That peer stores nothing. A server that stores tasks cannot be faster than the
  database: compare the peer with the \`pgbench\` rows above.
- **Streams.** Every event of Souk is committed and relayed before it is sent; nchan keeps its events in memory. One event to each of a thousand tasks is a
  thousand rows in three tables, and the database is the bottleneck.
`
