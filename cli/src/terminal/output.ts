/** Output of a command: results and events go to standard output, everything else to standard error. */
import type { Writable } from 'node:stream'
import type { Environment } from '../engine/profiles.ts'
import { progressBar } from './progress-bar.ts'
import { paint, render, type RenderOptions } from './render.ts'
import { createSpinner } from './spinner.ts'
import type { Block } from './views.ts'

export interface Output {
  readonly json: boolean
  /** Prints the result: the data as JSON, or the blocks. */
  result(data: unknown, blocks: () => readonly Block[]): void
  /** Prints one event of a stream: the data as one line of JSON, or the blocks. */
  event(data: object, blocks: () => readonly Block[]): void
  /** Writes to standard output without sanitizing. */
  raw(content: string | Uint8Array): void
  /** Prints a note to standard error; omitted with --json. */
  note(text: string): void
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

export function createOutput({ stdout, stderr }: Streams, environment: Environment, json: boolean): Output {
  const options = (): RenderOptions => ({ ...terminalOptions(stdout, environment), now: new Date() })
  const spinner = createSpinner(stderr)
  return {
    json,
    pauseSpinner: () => spinner.pause(),
    result: (data, blocks) => {
      if (data === undefined) return
      stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : render(blocks(), options()))
    },
    event: (data, blocks) => {
      stdout.write(json ? `${JSON.stringify(data)}\n` : render(blocks(), options()))
    },
    raw: (content) => {
      stdout.write(content)
    },
    note: (text) => {
      if (json) return
      const resume = spinner.pause()
      stderr.write(`${paint(text, 'dim', terminalOptions(stderr, environment))}\n`)
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

/** Width and color apply to terminals only; NO_COLOR (https://no-color.org) and TERM=dumb disable color. */
function terminalOptions(stream: OutputStream, environment: Environment): Omit<RenderOptions, 'now'> {
  const isPlain = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return {
    width: stream.isTTY === true ? stream.columns : undefined,
    color: stream.isTTY === true && !isPlain,
  }
}
