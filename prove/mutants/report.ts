import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mutantsDoc } from '../../scripts/mutants-doc.ts'
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
  await writeFile(join(root, evidenceFile), mutantsDoc())
}
