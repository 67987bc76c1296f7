import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './worktree-copy.ts'
import type { Tried } from './run-mutants.ts'

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function tell({ mutant, result, by, seconds }: Tried, count: number, total: number): void {
  say(`${count} of ${total}  ${mutant.name}  ${result}${by === '' ? '' : ` by ${by}`}  ${seconds} s`)
}

export function table(all: readonly Tried[]): string[] {
  const width = Math.max(...all.map(({ mutant }) => mutant.name.length))
  return all.map(({ mutant, result, by, seconds }) =>
    [mutant.name.padEnd(width), result.padEnd(9), `${String(seconds).padStart(4)} s`, by].join('  '),
  )
}

export const resultFile = 'prove/results/mutants.json'
export const evidenceFile = 'docs/evidence-mutants.md'

export async function writeResults(all: readonly Tried[], commit: string | null): Promise<void> {
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

interface Run {
  readonly date: string
  readonly commit: string | null
  readonly node: string
  readonly total: number
  readonly caught: number
}

function evidence(all: readonly Tried[], { date, commit: id, node, total, caught }: Run): string {
  const rows = all.map(
    ({ mutant, result, by }) =>
      `| \`${mutant.name}\` | ${mutant.breaks} | ${result === 'caught' ? cell(by) : result} |`,
  )
  return `# Evidence: faults that the tests notice

Tests that pass show little unless they also fail when the code is wrong. So \`npm run prove:mutants\` plants ${total} small
faults, one at a time, in the code that moves money and decides who may do what: a lock that is not taken, a check that is
off by one, a signature that nobody looks at. For each it runs the tests of that part in a copy of the working tree and
expects one to fail. It says which test noticed, and exits with 1 when a fault goes unnoticed or its place in the code is
no longer there.

- \`npm run prove:mutants\` runs all of them, two at a time, and writes this page and [the result](../${resultFile}).
- \`npm run prove:mutants -- --list\` names them; \`--only <name>\` runs one and writes nothing.
- \`npm run prove:mutants -- --self-test\` plants a change that breaks nothing, and expects to be told that it survived.

The tests are first run without a fault, and have to pass. The faults are in [prove/mutants](../prove/mutants). A fault in a
migration works because every run makes its database anew. When a place moves, change the row; when a fault survives,
write the test that is missing.

Last run: ${date.slice(0, 10)}, Node ${node.slice(1)}, working tree on top of commit ${id?.slice(0, 12) ?? 'unknown'}. Caught: ${caught} of ${total}.

| Fault | What it breaks | First test that notices |
|---|---|---|
${rows.join('\n')}
`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
