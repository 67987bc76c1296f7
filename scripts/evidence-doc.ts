/** Makes the page of evidence from the result files alone, so that no figure on it was typed by hand. */
import { suites } from '../prove/suites.ts'
import { benchResults, markdown, proofResults, type Bench, type Proof } from './results.ts'

export function evidenceDoc(): string {
  const proofs = proofResults()
  const benches = benchResults()
  return words
    .replace('<!-- proofs -->', proofTable(proofs).join('\n'))
    .replace('<!-- not run -->', notRun(proofs))
    .replace('<!-- faults -->', faultTable(proofs).join('\n'))
    .replace('<!-- benches -->', benchTable(benches).join('\n'))
    .replace('<!-- profiles -->', profileTable(benches).join('\n'))
}

function proofTable(proofs: readonly Proof[]): string[] {
  const rows = proofs.map(({ suite, claim, size, unit, seed, seconds, counts, broken, date, commit }) => [
    `[\`${suite}\`](../prove/results/${suite}.json)`,
    claim,
    `${size.toLocaleString('en')} ${unit} in ${Math.round(seconds)} s, seed ${seed}`,
    broken === null ? seen(counts) : `**does not hold:** ${oneLine(broken)}`,
    `${date.slice(0, 10)}, ${(commit ?? 'none').slice(0, 7)}`,
  ])
  return markdown(['Suite', 'What holds', 'Run', 'What was seen', 'When, on which commit'], rows)
}

/** A suite whose release size nobody has run to its end proves only what the tests run of it. */
function notRun(proofs: readonly Proof[]): string {
  const left = suites.filter(({ name }) => !proofs.some(({ suite }) => suite === name))
  if (left.length === 0) return 'Every suite was run in full.'
  const named = left.map(
    ({ name, unit, sizes }) => `\`${name}\` (${sizes.release.toLocaleString('en')} ${unit})`,
  )
  return `Not run in full yet, only with \`--quick\`: ${named.join(', ')}.`
}

function seen(counts: Proof['counts']): string {
  return Object.entries(counts ?? {})
    .map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
    .join(', ')
}

function faultTable(proofs: readonly Proof[]): string[] {
  const rows = proofs.flatMap(({ suite, faults }) =>
    faults.map(({ name, breaks, said }) => [
      `\`${suite}\``,
      `\`${name}\`: ${breaks}`,
      said === null ? '**nothing**' : oneLine(said),
    ]),
  )
  return markdown(['Suite', 'What was planted', 'What the suite said'], rows)
}

/** What it comes down to stands at the end of what a suite says. */
function oneLine(said: string): string {
  const words = said.replaceAll(/\s+/g, ' ')
  return words.length > 160 ? `… ${words.slice(-160)}` : words
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
  return markdown(['What', 'Ours', 'Compared with', 'Ratio', 'Target', 'Reached'], rows)
}

/** Where the time goes in whatever has missed its target. */
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
  return markdown(
    ['What', 'Cores kept busy', 'What the server did', 'Connections at a statement, on average'],
    rows,
  )
}

function listed(figures: Readonly<Record<string, number>>, shown: (value: number) => string): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join('; ')
}

const words = `# Evidence

Two folders for whoever doubts: [\`prove\`](../prove/README.md) tries to break it, [\`bench\`](../bench/README.md) measures it. This page is made by
\`npm run emit\` from the files that they wrote; no figure on it was typed by hand.

## It does not break

\`npm run prove\` runs every suite in full, \`npm run prove -- <suite>\` one of them; \`--quick\` makes them small, and so
\`npm run test:system\` runs all of them. Each suite is run against the product as it is, and then with a fault planted on purpose, which it has to notice.

<!-- proofs -->

<!-- not run -->

### What was found

| By | What | Now |
| --- | --- | --- |
| \`simulation\` | A chargeback stayed open for ever when the processor's answer to its news was older than the news. | Open chargebacks are asked after once a day; unknown ones are found by the money that left. |
| \`simulation\` | A payout that the bank sent back stayed paid when the news of it was lost. | Paid payouts are asked after for a month. |
| \`processor-shuffles\` | A payout that was repeated after the processor had forgotten its id could be paid twice. | After a day the processor is asked whether it did it, before it is told to. |
| \`processor-shuffles\` | What somebody gave back at the processor stayed in the wallet, and was left out of the comparison. | It is taken from the wallet, or owed. |
| \`processor-shuffles\` | A late answer reopened a chargeback that was decided. | What is over stays over. |
| \`link-faults\` | 500 in place of 503 when the link to the database broke inside a transaction. | 503, and the call can be repeated. |
| \`kill-database\` | 500 in place of 503 when a statement was written to a connection that had just broken: EPIPE was taken for a code of PostgreSQL. | 503, and the call can be repeated. |
| \`abuse\` | A caller who left while a stream was being opened kept a place and a timer. | Both are given back. |
| \`access\` | \`deleteComment\` told strangers that a private post exists. | The same 404 as for none. |
| \`cut-answers\` | An acceptance that was repeated under its Idempotency-Key was refused instead of answered as before. | The stored answer, also on the short way. |
| \`fuzz\` | 500 for a file that was removed while somebody began to read it. | 404. |
| \`fuzz\` | A \`historyLength\` beyond what PostgreSQL calls an integer was refused by it, with an error in the log. | As good as all of the history. |
| \`fuzz\` | The OpenAPI document lacked some answers and a header. | They are in it. |
| \`streams\` in bench | Every open stream asked the database each second: with 10,000 open, events took more than a minute. | One read for all who follow, one frame for all connections. |
| \`streams\` in bench | A message to a task held the lock of the task over seven statements. | Two statements: planned on what was read, written if that is still so. |
| \`streams\` in bench | What happened while a crowd was being told of something else was told up to a second later. | It is read as soon as all have been told. |
| \`streams\` in bench | Numbering a thousand events took a second as long as PostgreSQL held their table for empty. | A range of ids is taken, whatever PostgreSQL believes. |
| \`webhooks\` in bench | With thousands of deliveries waiting, taking the next took a second: its plan was made for an empty table. | It is planned for what waits now. |

### Faults that were planted

<!-- faults -->

The tests are tried in the same way: [\`npm run prove:mutants\`](evidence-mutants.md) plants faults in the code and expects a test to fail.

## How fast it is

\`npm run bench\` measures on one machine, side by side and in turns, and takes the median of the rounds. Absolute figures are worth little on
another machine; ratios are worth more. What each row compares, and in which direction it is unfair, is in [bench](../bench/README.md).

<!-- benches -->

### Where a target is missed

Each of these was run once more while somebody looked on, which makes it a little slower. "Engine" is what V8 and Node do below
JavaScript: JSON, hashing, encryption, promises.

<!-- profiles -->

- **Sending, against \`pgbench\`.** All three programs share the cores, and \`pgbench\` leaves nearly all of them to the database. What the server
  adds is HTTP, knowing the caller, checking the input, sealing the answer for its key; what the workers add is the relay of events.
- **Sending, against \`@a2a-js/sdk\`.** It keeps tasks in the memory of one process. No server that writes them down can be faster than the
  database is: compare the figures of \`pgbench\` above, which writes the same rows and does nothing else, with those of the peer.
- **Webhooks.** Nearly all of it is the handshake of TLS, on both sides. The loop writes nothing down; every attempt of ours is a transaction.
- **Streams.** Every event of ours is a message that is written and relayed before anybody hears of it, nchan keeps its events in memory. One event
  to each of a thousand tasks is a thousand rows in three tables, and the database is what is busy.
`
