/** Modules of ours that run as processes of their own, so that they take no time from whoever is measured. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithTests } from '../../server/test/fixtures/programs.ts'

export type Said = Readonly<Record<string, unknown>>

export interface Child {
  /** Asks it for something, and answers what it says to that. */
  ask(question: Said): Promise<Said>
  stop(): Promise<void>
}

export function startChild(module: URL): Child {
  const child = fork(fileURLToPath(module))
  endWithTests(child)
  const exited = once(child, 'exit')
  const waiting = new Map<number, (said: Said) => void>()
  let last = 0
  child.on('message', (message) => {
    const { id, answer }: { id: number; answer: Said } = Object(message)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return {
    ask: (question) => {
      const id = ++last
      const answered = new Promise<Said>((resolve) => waiting.set(id, resolve))
      child.send({ id, question })
      const ended = exited.then(([code]) =>
        Promise.reject(new Error(`${module.pathname} ended with ${code}`)),
      )
      return Promise.race([answered, ended])
    },
    stop: async () => {
      child.kill()
      await exited
    },
  }
}

/** The other half, for the module: how it answers what it is asked. */
export function answering(reply: (question: Said) => Promise<Said>): void {
  process.on('message', (message) => {
    const { id, question }: { id: number; question: Said } = Object(message)
    void reply(question).then((answer) => process.send?.({ id, answer }))
  })
}
