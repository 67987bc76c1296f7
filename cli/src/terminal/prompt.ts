/** Interactive questions on the terminal, and secrets from standard input. */
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CliError } from '../engine/errors.ts'
import type { OutputStream } from './output.ts'
import { sanitize } from './sanitize.ts'

export interface Prompt {
  /** Throws unless the user confirms. Without a terminal, only `assumeYes` confirms. */
  confirm(question: string, assumeYes: boolean): Promise<void>
  /** Reads one line; without a terminal, fails with the hint. */
  line(label: string, hint: string): Promise<string>
  /** Reads a line without echo, or all of standard input if it is not a terminal. */
  secret(label: string): Promise<string>
  /** Reads all of standard input, without the final line break. */
  readStdin(): Promise<string>
}

/** Readable stream that may be a terminal. */
export type InputStream = Readable & { readonly isTTY?: boolean }

/** `pauseSpinner` keeps the spinner off the line of an open question. */
export function createPrompt(
  input: InputStream,
  output: OutputStream,
  pauseSpinner: () => () => void,
): Prompt {
  const prompt = async (question: string, echo: Writable = output) => {
    const resumeSpinner = pauseSpinner()
    // The line editor turns off the terminal's echo, so it must start before the question: users type ahead.
    const editor = createInterface({ input, output: echo, terminal: true })
    if (echo !== output) output.write(question)
    return readAnswer(editor, echo === output ? question : '').finally(resumeSpinner)
  }
  const isInteractive = input.isTTY === true && output.isTTY === true
  const readStdin = async () => (await text(input)).replace(/\r?\n$/, '')
  return {
    readStdin,
    confirm: async (question, assumeYes) => {
      if (assumeYes) return
      if (!isInteractive)
        throw new CliError(
          'unconfirmed',
          `${sanitize(question)} Cannot ask without a terminal.`,
          'Add --yes.',
        )
      const answer = await prompt(`${sanitize(question)} [y/N] `)
      if (!/^y(es)?$/i.test(answer.trim())) {
        throw new CliError('unconfirmed', 'Not confirmed. Nothing was changed.', 'Enter "y" to confirm.')
      }
    },
    line: async (label, hint) => {
      if (!isInteractive) throw new CliError('usage', `${label} is required.`, hint)
      return (await prompt(`${label}: `)).trim()
    },
    secret: async (label) => {
      if (!isInteractive) return readStdin()
      const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
      const secret = await prompt(`${label}: `, noEcho)
      output.write('\n')
      return secret
    },
  }
}

async function readAnswer(editor: Interface, question: string): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      editor.once('SIGINT', () => reject(new CliError('interrupted', 'Interrupted. Nothing was changed.')))
      // The end of the input counts as an empty answer.
      editor.once('close', () => resolve(''))
      editor.question(question).then(resolve, reject)
    })
  } finally {
    editor.close()
  }
}
