import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { WorktreeCopy } from './worktree-copy.ts'

export interface TestRun {
  /** `error` when vitest exits with an error but no failed test: the code does not load, or the database does not start. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'time limit'
  /** Tests that failed, each as `file: name`. */
  readonly failed: readonly string[]
  /** Set for `error`: the first error message in one line. */
  readonly reason: string
}

/** The part of vitest's JSON report that is used here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    /** Set when the whole file failed to load. */
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Below the limit of a mutant, so that a test that hangs is reported by its name. */
const testLimits = ['--testTimeout=60000', '--hookTimeout=120000']

/** Runs test files in a copy until the first failure or the time limit. */
export async function runTests(
  copy: WorktreeCopy,
  tests: readonly string[],
  limitMs: number,
): Promise<TestRun> {
  const file = join(copy.folder, 'vitest-report.json')
  await rm(file, { force: true })
  const vitest = join(copy.folder, 'node_modules/vitest/vitest.mjs')
  const projects = ['--project=unit', '--project=api', '--project=exhaustive']
  const reporting = ['--bail=1', '--reporter=json', `--outputFile=${file}`]
  const args = [vitest, 'run', ...projects, ...testLimits, ...reporting, ...tests]
  // A separate process group, so that vitest and its children can be killed together.
  const child = spawn(process.execPath, args, {
    cwd: copy.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let timedOut = false
  const killGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    timedOut = true
    killGroup()
  }, limitMs)
  process.once('exit', killGroup)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', killGroup)
  const report = await readReport(file)
  const failed = failuresIn(report, copy.folder)
  if (failed.length > 0) return { outcome: 'failed', failed, reason: '' }
  const messages = report.testResults.map(({ message }) => message).filter((message) => message !== '')
  const reason = oneLine(messages[0] ?? output, copy.folder)
  return { outcome: timedOut ? 'time limit' : code === 0 ? 'passed' : 'error', failed, reason }
}

async function readReport(file: string): Promise<Report> {
  const report: Report = JSON.parse(await readFile(file, 'utf8').catch(() => '{"testResults":[]}'))
  return report
}

function failuresIn({ testResults }: Report, folder: string): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(folder, name)}: ${fullName}`),
  )
}

const oneLine = (text: string, folder: string) =>
  stripVTControlCharacters(text).replaceAll(folder, '').replaceAll(/\s+/g, ' ').trim().slice(0, 300)
