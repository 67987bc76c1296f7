/** Request/response over IPC with child processes, which run load and peers outside of the measured processes. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithTests } from '../../server/test/fixtures/processes/programs.ts'

export type Payload = Readonly<Record<string, unknown>>

export interface Child {
  /** Sends a request and resolves with the response. */
  request(payload: Payload): Promise<Payload>
  stop(): Promise<void>
}

export function startChild(module: URL): Child {
  const child = fork(fileURLToPath(module))
  endWithTests(child)
  const exited = once(child, 'exit')
  const waiting = new Map<number, (response: Payload) => void>()
  let last = 0
  child.on('message', (message) => {
    const { id, answer }: { id: number; answer: Payload } = Object(message)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return {
    request: (payload) => {
      const id = ++last
      const answered = new Promise<Payload>((resolve) => waiting.set(id, resolve))
      child.send({ id, request: payload })
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

/** The child's half: handles requests of the parent. */
export function respondToParent(handle: (request: Payload) => Promise<Payload>): void {
  process.on('message', (message) => {
    const { id, request }: { id: number; request: Payload } = Object(message)
    void handle(request).then((answer) => process.send?.({ id, answer }))
  })
}
