/** Connections as those make them who mean no good: by hand, byte for byte. */
import { connect, type Socket } from 'node:net'

export interface Siege {
  /** Opens a connection, says something, and keeps it open. */
  hold(words: string): Promise<Socket>
  /** How many of those that were kept open the server has closed by itself. */
  closed(): number
  held(): number
  lift(): void
}

export function openSiege(origin: string): Siege {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  let closed = 0
  return {
    hold: async (words) => {
      const socket = connect({ host: hostname, port: Number(port) })
      // Whatever becomes of it is seen by its end.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (sockets.delete(socket)) closed += 1
      })
      sockets.add(socket)
      await Promise.race([next(socket, 'connect'), next(socket, 'close')])
      socket.write(words)
      return socket
    },
    closed: () => closed,
    held: () => sockets.size,
    lift: () => {
      const rest = [...sockets]
      sockets.clear()
      for (const socket of rest) socket.destroy()
    },
  }
}

/** The status of the first answer on a connection; undefined when it ends without one. */
export async function statusOn(socket: Socket): Promise<number | undefined> {
  const said = await Promise.race([next(socket, 'data'), next(socket, 'close')])
  const status = /^HTTP\/1\.1 (\d{3})/.exec(String(said))?.[1]
  // What else comes is not read, so that it piles up wherever it may.
  socket.pause()
  return status === undefined ? undefined : Number(status)
}

/** Unlike Node's own way of waiting, this does not mind an error: the end tells enough. */
function next(socket: Socket, event: 'connect' | 'data' | 'close'): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve))
}

/** All of them, so many at a time. */
export async function inCrowds<T>(
  things: readonly T[],
  atOnce: number,
  act: (thing: T) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < things.length; start += atOnce) {
    await Promise.all(things.slice(start, start + atOnce).map(act))
  }
}
