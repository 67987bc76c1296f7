/**
 * Intercepts DNS lookups and socket connections of this process, so that nothing leaves it. Lookups are answered from a
 * script; connections are recorded and then fail, or go to the suite's receiver.
 */
import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'
import { familyOf } from './address-ranges.ts'

export interface Connection {
  readonly host: string
  readonly port: number
}

interface Script {
  /** Answers of the first lookup, the second lookup, and so on. */
  readonly answers: readonly (readonly string[])[]
  /** Local port that every connection reaches; without it connections fail. */
  readonly receiverPort?: number
}

export interface ObservedTraffic {
  readonly connections: Connection[]
  /** Names in lookup order; A and AAAA queries count as one lookup. */
  readonly lookups: string[]
}

export interface NetworkTap {
  /** Installs a script; the returned record is filled as events occur. */
  play(script: Script): ObservedTraffic
  remove(): void
}

type Call = (this: unknown, ...args: readonly unknown[]) => unknown

export function openTap(): NetworkTap {
  let script: Script = { answers: [] }
  let observed: ObservedTraffic = { connections: [], lookups: [] }
  const answer = (family: 4 | 6) =>
    async function resolve(_this: unknown, name: unknown): Promise<readonly string[]> {
      if (family === 4) observed.lookups.push(String(name))
      const found = script.answers[observed.lookups.length - 1] ?? script.answers.at(-1) ?? []
      // Invalid addresses are returned with the A records, as a broken name server would do.
      const matching = found.filter((text) => (familyOf(text) === 6) === (family === 6))
      return matching.length > 0 ? matching : Promise.reject(new Error('no records'))
    }
  const restorers = [
    replace(Resolver.prototype, 'resolve4', () => answer(4)),
    replace(Resolver.prototype, 'resolve6', () => answer(6)),
    replace(Socket.prototype, 'connect', (connect) => (socket, ...args) => {
      const destination = destinationOf(args)
      observed.connections.push(destination)
      if (script.receiverPort !== undefined) {
        return Reflect.apply(connect, socket, [{ host: '127.0.0.1', port: script.receiverPort }])
      }
      if (socket instanceof Socket) setImmediate(() => socket.destroy(new Error('connection refused')))
      return socket
    }),
  ]
  return {
    play: (next) => {
      script = next
      observed = { connections: [], lookups: [] }
      return observed
    },
    remove: () => {
      for (const end of restorers) end()
    },
  }
}

/** Replaces a method; the returned function restores it. */
function replace(
  prototype: object,
  name: string,
  by: (original: Call) => (self: unknown, ...args: readonly unknown[]) => unknown,
): () => void {
  const original: Call = Reflect.get(prototype, name)
  const instead = by(original)
  Reflect.set(prototype, name, function tapped(this: unknown, ...args: readonly unknown[]) {
    return instead(this, ...args)
  })
  return () => void Reflect.set(prototype, name, original)
}

/** Node calls `connect` internally with one array whose first element is the options. */
function destinationOf(args: readonly unknown[]): Connection {
  const [first] = args
  const options: unknown = Array.isArray(first) ? first[0] : first
  if (typeof options !== 'object' || options === null) return { host: String(args[1]), port: Number(options) }
  const { host = 'localhost', port }: { host?: string; port?: number } = options
  return { host, port: Number(port) }
}
