import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './worktree-copy.ts'
import type { MutantResult } from './run-mutants.ts'

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function printResult(
  { mutant, result, by, seconds }: MutantResult,
  count: number,
  total: number,
): void {
  print(`${count} of ${total}  ${mutant.name}  ${result}${by === '' ? '' : ` by ${by}`}  ${seconds} s`)
}

export function table(all: readonly MutantResult[]): string[] {
  const width = Math.max(...all.map(({ mutant }) => mutant.name.length))
  return all.map(({ mutant, result, by, seconds }) =>
    [mutant.name.padEnd(width), result.padEnd(9), `${String(seconds).padStart(4)} s`, by].join('  '),
  )
}

export const resultFile = 'prove/results/mutants.json'
export const evidenceFile = 'docs/evidence-mutants.md'

export async function writeResults(all: readonly MutantResult[], commit: string | null): Promise<void> {
  const survivors = all.filter(({ result }) => result !== 'caught').map(({ mutant }) => mutant.name)
  const results = {
    date: new Date().toISOString(),
    commit,
    node: process.version,
    cores: availableParallelism(),
    total: all.length,
    caught: all.length - survivors.length,
    survivors,
    rows: all.map(({ mutant: { name, breaks, file }, result, by, seconds }) => ({
      name,
      breaks,
      file,
      result,
      by,
      seconds,
    })),
  }
  await mkdir(join(root, 'prove/results'), { recursive: true })
  await writeFile(join(root, resultFile), `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(join(root, evidenceFile), evidence(all, results))
}

interface ResultSummary {
  readonly date: string
  readonly commit: string | null
  readonly node: string
  readonly total: number
  readonly caught: number
}

function evidence(
  all: readonly MutantResult[],
  { date, commit: id, node, total, caught }: ResultSummary,
): string {
  const rows = all.map(
    ({ mutant, result, by }) =>
      `| \`${mutant.name}\` | ${mutant.breaks} | ${result === 'caught' ? cell(by) : result} |`,
  )
  return `# Evidence: mutants that the tests catch

Passing tests are evidence only if they fail when the code is wrong. \`npm run prove:mutants\` applies ${total} small faults
(mutants), one at a time, to the code that moves money and checks permissions: a missing lock, a comparison off by one, a
signature that is not verified. For each mutant it runs the tests of that area in a copy of the working tree and expects one
to fail. It prints the first failing test, and exits with 1 when a mutant survives or its quoted line no longer exists.

- \`npm run prove:mutants\` runs all mutants, two at a time, and writes this page and [the result](../${resultFile}).
- \`npm run prove:mutants -- --list\` lists them; \`--only <name>\` runs one and writes nothing.
- \`npm run prove:mutants -- --self-test\` applies changes with known outcomes and checks how the runner classifies them.

The tests run without a mutant first and must pass. The mutants are in [prove/mutants](../prove/mutants). A mutant in a
migration works because every run creates its database from scratch. When a quoted line changes, update the mutant; when a
mutant survives, write the missing test.

Last run: ${date.slice(0, 10)}, Node ${node.slice(1)}, working tree on top of commit ${id?.slice(0, 12) ?? 'unknown'}. Caught: ${caught} of ${total}.

| Mutant | What it breaks | First failing test |
|---|---|---|
${rows.join('\n')}
`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
