/** The CLI on a pseudo-terminal, provided by `script` of util-linux. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { command } from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests, installed } from '../fixtures/processes/programs.ts'

/** `script` has other options on other systems. */
export function hasTerminals(): boolean {
  const script = installed('script')
  if (script === undefined) return false
  try {
    return execFileSync(script, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .includes('util-linux')
  } catch {
    process.stderr.write('script is not the one of util-linux: tests that need it are skipped.\n')
    return false
  }
}

/** A prompt and the typed answer. */
export interface Typed {
  readonly question: string
  readonly answer: string
}

interface TerminalRun {
  readonly code: number | null
  /** Complete terminal output. */
  readonly output: string
}

export async function runOnTerminal(
  args: readonly string[],
  dialog: readonly Typed[],
  environment: Readonly<Record<string, string>>,
): Promise<TerminalRun> {
  const line = ['node', command, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...environment },
  })
  endWithTests(child)
  let output = ''
  const exited = once(child, 'exit')
  let onOutput = () => undefined
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    onOutput()
  })
  const shown = (question: string, from: number) =>
    new Promise<number>((resolve) => {
      onOutput = () => {
        const found = output.indexOf(question, from)
        if (found >= 0) resolve(found + question.length)
      }
      onOutput()
    })
  let from = 0
  for (const { question, answer } of dialog) {
    from = await Promise.race([
      shown(question, from),
      exited.then(() => fail(`no "${question}" in: ${output}`)),
    ])
    child.stdin.write(`${answer}\r`)
  }
  await exited
  return { code: child.exitCode, output }
}
