/** Starts the examples as documented in their READMEs, each with its own environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'

export interface Program {
  /** Output so far. */
  output(): string
  /** Resolves when the output contains this. */
  says(text: string): Promise<void>
  /** Writes a line to standard input. */
  type(line: string): void
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const polling = { timeout: 60_000, interval: 20 }

export function startExample(
  name: 'hire' | 'provider' | 'trade' | 'webhooks',
  environment: Record<string, string>,
  ...args: string[]
): Program {
  const program = ['--conditions=source', '--import', 'tsx', `examples/${name}/main.ts`, ...args]
  const child = spawn('node', program, { cwd: root, env: { PATH: process.env['PATH'], ...environment } })
  endWithTests(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = once(child, 'exit')
  return {
    output: () => text,
    says: async (expected) => {
      await vi.waitFor(() => text.includes(expected) || fail(`output: ${text}`), polling)
    },
    type: (line) => void child.stdin.write(`${line}\n`),
    ended: exited.then(() => child.exitCode),
    kill: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await exited
    },
  }
}
