/** Where words of a command go: answers to standard output, everything else to standard error. */
import type { Writable } from 'node:stream'
import type { Environment } from './profiles.ts'
import { render, tinted, type Look } from './render.ts'
import { createSpinner } from './spinner.ts'
import type { Block } from './views.ts'

export interface Outlet {
  readonly json: boolean
  /** The answer: as JSON, or as a person reads it. */
  answer(data: unknown, blocks: () => readonly Block[]): void
  /** One event of something that goes on: a line of JSON, or of text. */
  event(data: object, blocks: () => readonly Block[]): void
  /** Written to standard output as it is, whatever it contains. */
  raw(content: string | Uint8Array): void
  /** Said to a person beside the answer; scripts do not see it. */
  note(text: string): void
  /** Shows that something is under way while it lasts, to whoever watches. */
  during<T>(what: string, work: Promise<T>): Promise<T>
  /** Keeps the spinner off the terminal until the returned function is called. */
  hold(): () => void
}

/** A stream that may be a terminal. */
export type Printed = Writable & { readonly isTTY?: boolean; readonly columns?: number }

interface Streams {
  readonly stdout: Printed
  readonly stderr: Printed
}

export function createOutlet({ stdout, stderr }: Streams, environment: Environment, json: boolean): Outlet {
  const look = (): Look => ({ ...lookOf(stdout, environment), now: new Date() })
  const spinner = createSpinner(stderr)
  return {
    json,
    hold: () => spinner.hold(),
    answer: (data, blocks) => {
      if (data === undefined) return
      stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : render(blocks(), look()))
    },
    event: (data, blocks) => {
      stdout.write(json ? `${JSON.stringify(data)}\n` : render(blocks(), look()))
    },
    raw: (content) => {
      stdout.write(content)
    },
    note: (text) => {
      if (json) return
      const release = spinner.hold()
      stderr.write(`${tinted(text, 'dim', lookOf(stderr, environment))}\n`)
      release()
    },
    during: async (what, work) => {
      if (stderr.isTTY !== true || json) return work
      return work.finally(spinner.start(what))
    },
  }
}

/** Colour and width are for terminals; https://no-color.org says how to do without colour. */
export function lookOf(stream: Printed, environment: Environment): Omit<Look, 'now'> {
  const plain = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return {
    width: stream.isTTY === true ? stream.columns : undefined,
    colour: stream.isTTY === true && !plain,
  }
}
