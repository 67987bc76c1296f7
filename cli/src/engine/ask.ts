/** Questions to whoever sits at the terminal, and secrets that come by another way. */
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { clean } from './clean.ts'
import type { Printed } from './outlet.ts'
import { Refused } from './refused.ts'

export interface Asker {
  /** Whoever cannot be asked has to agree beforehand. */
  confirm(question: string, agreed: boolean): Promise<void>
  line(question: string, instead: string): Promise<string>
  /** Read without echo, or from standard input where that is no terminal. */
  secret(question: string): Promise<string>
  /** All of standard input, without the end of its last line. */
  piped(): Promise<string>
}

/** Standard input, which may be a terminal. */
export type Typed = Readable & { readonly isTTY?: boolean }

/** `hold` keeps a spinner off the terminal while a question is open. */
export function createAsker(input: Typed, output: Printed, hold: () => () => void): Asker {
  const ask = async (question: string, shown: Writable = output) => {
    const release = hold()
    // The echo is off before the question appears: some people type ahead.
    const terminal = createInterface({ input, output: shown, terminal: true })
    if (shown !== output) output.write(question)
    return answerOf(terminal, shown === output ? question : '').finally(release)
  }
  const isHere = input.isTTY === true && output.isTTY === true
  const piped = async () => (await text(input)).replace(/\r?\n$/, '')
  return {
    piped,
    confirm: async (question, agreed) => {
      if (agreed) return
      if (!isHere)
        throw new Refused('unconfirmed', `${clean(question)} Nobody is here to confirm this.`, 'Add --yes.')
      const answer = await ask(`${clean(question)} [y/N] `)
      if (!/^y(es)?$/i.test(answer.trim())) {
        throw new Refused('unconfirmed', 'Nothing was done.', 'Answer "y" to go on.')
      }
    },
    line: async (question, instead) => {
      if (!isHere) throw new Refused('usage', `${question} is missing.`, instead)
      return (await ask(`${question}: `)).trim()
    },
    secret: async (question) => {
      if (!isHere) return piped()
      const deaf = new Writable({ write: (_chunk, _encoding, done) => done() })
      const secret = await ask(`${question}: `, deaf)
      output.write('\n')
      return secret
    },
  }
}

async function answerOf(terminal: Interface, question: string): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('SIGINT', () => reject(new Refused('interrupted', 'Nothing was done.')))
      // The end of the input is an answer, too: none.
      terminal.once('close', () => resolve(''))
      terminal.question(question).then(resolve, reject)
    })
  } finally {
    terminal.close()
  }
}
