/**
 * A tap on the two ways by which Node leaves the process: name servers and connections. Nothing passes it. Names are
 * answered from a script; a connection is written down and then fails, or leads to the one receiver of this suite.
 */
import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'
import { familyOf } from './address-ranges.ts'

export interface Connection {
  readonly host: string
  readonly port: number
}

export interface Script {
  /** What a name leads to when it is looked up for the first time, for the second time and so on. */
  readonly answers: readonly (readonly string[])[]
  /** Where a connection ends, whatever address was asked for; without it, nobody is there. */
  readonly leadsTo?: number
}

export interface Seen {
  readonly connections: Connection[]
  /** Names in the order in which they were looked up; both kinds of address count as one lookup. */
  readonly asked: string[]
}

export interface Tap {
  /** From now on the world is like this; what is seen of it is filled in. */
  play(script: Script): Seen
  remove(): void
}

type Call = (this: unknown, ...given: readonly unknown[]) => unknown

export function openTap(): Tap {
  let script: Script = { answers: [] }
  let seen: Seen = { connections: [], asked: [] }
  const answer = (family: 4 | 6) =>
    async function resolve(_this: unknown, name: unknown): Promise<readonly string[]> {
      if (family === 4) seen.asked.push(String(name))
      const found = script.answers[seen.asked.length - 1] ?? script.answers.at(-1) ?? []
      // What is no address at all comes with the first question, as a broken name server would send it.
      const fitting = found.filter((text) => (familyOf(text) === 6) === (family === 6))
      return fitting.length > 0 ? fitting : Promise.reject(new Error('there are none'))
    }
  const untap = [
    replace(Resolver.prototype, 'resolve4', () => answer(4)),
    replace(Resolver.prototype, 'resolve6', () => answer(6)),
    replace(Socket.prototype, 'connect', (connect) => (socket, ...given) => {
      const wanted = destinationOf(given)
      seen.connections.push(wanted)
      if (script.leadsTo !== undefined) {
        return Reflect.apply(connect, socket, [{ host: '127.0.0.1', port: script.leadsTo }])
      }
      if (socket instanceof Socket) setImmediate(() => socket.destroy(new Error('nobody is there')))
      return socket
    }),
  ]
  return {
    play: (next) => {
      script = next
      seen = { connections: [], asked: [] }
      return seen
    },
    remove: () => {
      for (const end of untap) end()
    },
  }
}

/** Puts a function in the place of a method, and gives back how to undo it. */
function replace(
  prototype: object,
  name: string,
  by: (original: Call) => (self: unknown, ...given: readonly unknown[]) => unknown,
): () => void {
  const original: Call = Reflect.get(prototype, name)
  const instead = by(original)
  Reflect.set(prototype, name, function tapped(this: unknown, ...given: readonly unknown[]) {
    return instead(this, ...given)
  })
  return () => void Reflect.set(prototype, name, original)
}

/** Node itself calls with one list that holds the options first. */
function destinationOf(given: readonly unknown[]): Connection {
  const [first] = given
  const options: unknown = Array.isArray(first) ? first[0] : first
  if (typeof options !== 'object' || options === null)
    return { host: String(given[1]), port: Number(options) }
  const { host = 'localhost', port }: { host?: string; port?: number } = options
  return { host, port: Number(port) }
}
