/** Output of a command: results and events go to standard output, everything else to standard error. */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Environment } from '../engine/profiles.ts'
import { progressBar } from './progress-bar.ts'
import { paint, render, type RenderOptions } from './render.ts'
import { createSpinner } from './spinner.ts'
import type { Block } from './views.ts'

export interface Output {
  readonly json: boolean
  /** Whether a person reads standard output. */
  readonly isTerminal: boolean
  /** Prints the result: the data as JSON, or the blocks. */
  result(data: unknown, blocks: () => readonly Block[]): void
  /** Prints one event of a stream: the data as one line of JSON, or the blocks. */
  event(data: object, blocks: () => readonly Block[]): void
  /** Writes to standard output without sanitizing; waits while its buffer is full. */
  raw(content: string | Uint8Array): Promise<void>
  /** Prints a note to standard error; omitted with --json. */
  note(text: string): void
  /** Prints what a person must know before the command ends to standard error; with --json as one line of JSON. */
  notice(data: object, text: string): void
  /** Shows a spinner on a terminal until the work ends. */
  withSpinner<T>(label: string, work: Promise<T>): Promise<T>
  /** Shows progress on a terminal, in place of the label of the spinner. */
  progress(label: string, done: number, total: number): void
  /** Hides the spinner until the returned function is called. */
  pauseSpinner(): () => void
}

/** Writable stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

interface Streams {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

interface Format {
  readonly json: boolean
  /** With --jq: returns what to print of the result. */
  readonly filter?: ((data: unknown) => readonly unknown[]) | undefined
}

export function createOutput(
  { stdout, stderr }: Streams,
  environment: Environment,
  { json, filter }: Format,
): Output {
  const options = (): RenderOptions => ({ ...terminalOptions(stdout, environment), now: new Date() })
  const spinner = createSpinner(stderr)
  const writeJson = (data: unknown, indent: number) => {
    if (filter === undefined) return stdout.write(`${JSON.stringify(data, null, indent)}\n`)
    return stdout.write(filter(data).map(lineOf).join(''))
  }
  return {
    json,
    isTerminal: stdout.isTTY === true,
    pauseSpinner: () => spinner.pause(),
    result: (data, blocks) => {
      if (data === undefined) return
      if (json) writeJson(data, 2)
      else stdout.write(render(blocks(), options()))
    },
    event: (data, blocks) => {
      if (json) writeJson(data, 0)
      else stdout.write(render(blocks(), options()))
    },
    raw: async (content) => {
      if (!stdout.write(content)) await once(stdout, 'drain')
    },
    note: (text) => {
      if (json) return
      const resume = spinner.pause()
      stderr.write(`${paint(text, 'dim', terminalOptions(stderr, environment))}\n`)
      resume()
    },
    notice: (data, text) => {
      const resume = spinner.pause()
      stderr.write(`${json ? JSON.stringify(data) : text}\n`)
      resume()
    },
    progress: (label, done, total) => {
      if (stderr.isTTY === true && !json) spinner.describe(progressBar(label, done, total))
    },
    withSpinner: async (label, work) => {
      if (stderr.isTTY !== true || json) return work
      return work.finally(spinner.start(label))
    },
  }
}

/** A filtered value: texts as they are, so that scripts need no further parsing; everything else as JSON. */
function lineOf(value: unknown): string {
  return `${typeof value === 'string' ? value : JSON.stringify(value)}\n`
}

/** Width and color apply to terminals only; NO_COLOR (https://no-color.org) and TERM=dumb disable color. */
function terminalOptions(stream: OutputStream, environment: Environment): Omit<RenderOptions, 'now'> {
  const isPlain = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return {
    width: stream.isTTY === true ? stream.columns : undefined,
    color: stream.isTTY === true && !isPlain,
  }
}
