/** Raw sockets that stay open, for attacks that no HTTP client can make. */
import { connect, type Socket } from 'node:net'

export interface SocketPool {
  /** Opens a connection, writes the bytes and keeps it open. */
  open(bytes: string): Promise<Socket>
  /** Number of sockets that the server has closed. */
  closedCount(): number
  openCount(): number
  destroyAll(): void
}

export function openSocketPool(origin: string): SocketPool {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  let closed = 0
  return {
    open: async (bytes) => {
      const socket = connect({ host: hostname, port: Number(port) })
      // The close event follows every error.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (sockets.delete(socket)) closed += 1
      })
      sockets.add(socket)
      await Promise.race([next(socket, 'connect'), next(socket, 'close')])
      socket.write(bytes)
      return socket
    },
    closedCount: () => closed,
    openCount: () => sockets.size,
    destroyAll: () => {
      const remaining = [...sockets]
      sockets.clear()
      for (const socket of remaining) socket.destroy()
    },
  }
}

/** Status of the first response; undefined when the connection closes without one. */
export async function readStatus(socket: Socket): Promise<number | undefined> {
  const received = await Promise.race([next(socket, 'data'), next(socket, 'close')])
  const status = /^HTTP\/1\.1 (\d{3})/.exec(String(received))?.[1]
  // The rest stays unread, so that it fills the server's buffers.
  socket.pause()
  return status === undefined ? undefined : Number(status)
}

/** Unlike `once` of `node:events`, does not reject on an error event. */
function next(socket: Socket, event: 'connect' | 'data' | 'close'): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve))
}

/** Processes items in batches; each batch runs concurrently. */
export async function inBatches<T>(
  items: readonly T[],
  batchSize: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    await Promise.all(items.slice(start, start + batchSize).map(act))
  }
}
