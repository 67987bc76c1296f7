/** The command line within this process: its words, environment and streams are given, as those of a process are. */
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { chapters } from '../../cli/src/commands/index.ts'
import { start } from '../../cli/src/engine/start.ts'
import { version } from '../../cli/src/version.ts'
import { fail } from './harness.ts'

type Environment = Readonly<Record<string, string>>

export interface Ran {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

export interface RunOptions {
  /** The text on standard input. */
  readonly input?: string
  readonly environment?: Environment
}

/** A command that goes on until it is told to end. */
export interface Follower {
  /** The next line of its output, as JSON. */
  next(): Promise<unknown>
  /** Ctrl-C; answers the exit code. */
  stop(): Promise<number>
  /** How it ends by itself. */
  ended(): Promise<{ code: number; errors: string }>
}

function begin(words: readonly string[], { input = '', environment = {} }: RunOptions) {
  const stopping = new AbortController()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = start(
    { chapters, version },
    { words, environment, stdin: Readable.from([input]), stdout, stderr, signal: stopping.signal },
  ).finally(() => {
    stdout.end()
    stderr.end()
  })
  return { code, stdout, errors: text(stderr), stop: () => stopping.abort() }
}

/** Runs a command to its end. */
export async function runHere(words: readonly string[], options: RunOptions): Promise<Ran> {
  const { code, stdout, errors } = begin(words, options)
  return { output: await text(stdout), code: await code, errors: await errors }
}

export function followHere(words: readonly string[], environment: Environment): Follower {
  const { code, stdout, errors, stop } = begin(words, { environment })
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return {
    next: async () => {
      const { value, done } = await lines.next()
      return done === true ? fail(`souk ${words.join(' ')} has ended: ${await errors}`) : JSON.parse(value)
    },
    stop: () => {
      stop()
      return code
    },
    ended: async () => ({ code: await code, errors: await errors }),
  }
}
