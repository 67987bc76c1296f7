/** Generates docs/evidence-mutants.md from the last complete run of the mutants. */
import { readFileSync } from 'node:fs'
import { everyMutant } from '../prove/mutants/every-mutant.ts'
import { markdown } from './results.ts'

const resultFile = 'prove/results/mutants.json'

interface MutantRun {
  readonly date: string
  readonly commit: string | null
  readonly node: string
  readonly total: number
  readonly caught: number
  readonly rows: readonly {
    readonly name: string
    readonly breaks: string
    readonly result: string
    /** The first failing test. */
    readonly by: string
  }[]
}

export function mutantsDoc(): string {
  const run: MutantRun = JSON.parse(readFileSync(new URL(`../${resultFile}`, import.meta.url), 'utf8'))
  const rows = run.rows.map(({ name, breaks, result, by }) => [
    `\`${name}\``,
    everyMutant.find((mutant) => mutant.name === name)?.breaks ?? breaks,
    result === 'caught' ? by.replaceAll('<', '&lt;') : `**${result}**`,
  ])
  return template
    .replace('<!-- run -->', () => summary(run))
    .replace('<!-- mutants -->', () =>
      markdown(['Mutant', 'What it breaks', 'First failing test'], rows).join('\n'),
    )
}

function summary({ date, commit, node, caught, total, rows }: MutantRun): string {
  const known = new Set(rows.map(({ name }) => name))
  const added = everyMutant.filter(({ name }) => !known.has(name)).map(({ name }) => `\`${name}\``)
  const ran = `Last run: ${date.slice(0, 10)}, Node ${node.slice(1)}, commit ${commit?.slice(0, 7) ?? 'unknown'}. Caught: ${caught} of ${total}.`
  return added.length === 0 ? ran : `${ran} Added since, not in this run: ${added.join(', ')}.`
}

const template = `# Evidence: mutants

Passing tests are evidence only if they fail when the code is wrong. \`npm run prove:mutants\` applies small faults (mutants), one at a time, to the
code that moves money and checks permissions: a missing lock, a comparison off by one, a signature that is not verified. For each mutant it runs the
tests of that area in a copy of the working tree and expects one to fail. It prints the first failing test, and exits with 1 when a mutant survives or
its quoted line no longer exists.

- \`npm run prove:mutants\` runs all mutants, two at a time, and writes this page and [the results](../${resultFile}).
- \`npm run prove:mutants -- --list\` lists them; \`--only <name>\` runs one and writes nothing.
- \`npm run prove:mutants -- --self-test\` applies changes with known outcomes and checks how the runner classifies them.

The tests run without a mutant first and must pass. The mutants are in [prove/mutants](../prove/mutants). A mutant in a migration works because every
run creates its database from scratch. When a quoted line changes, update the mutant; when a mutant survives, write the missing test.

<!-- run -->

<!-- mutants -->
`
