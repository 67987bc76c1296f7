/** The only client of clamd: streams a file with the command INSTREAM and reads the verdict. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { second } from '../../lib/clock.ts'

export interface VirusScanner {
  /** Name of the virus that was found; null if the bytes are clean. Fails if the scanner gives no verdict. */
  scan(bytes: AsyncIterable<Buffer>): Promise<string | null>
}

/** Idle timeout of the scanner. */
const idleMs = 120 * second
const replyCharsMax = 4096
const chunkBytesMax = 64 * 1024

export function createVirusScanner(url: string, timeoutMs = idleMs): VirusScanner {
  return {
    scan: async (bytes) => {
      const socket = open(url)
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not respond')))
      const reply = readReply(socket)
      // Awaited below; clamd can answer and close before all bytes are sent.
      reply.catch(() => undefined)
      try {
        await send(socket, bytes)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
      try {
        return verdictOf(await reply)
      } finally {
        socket.destroy()
      }
    },
  }
}

function open(url: string): Socket {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1]
  if (path !== undefined) return connect({ path })
  const { hostname, port } = new URL(url)
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
}

async function send(socket: Socket, bytes: AsyncIterable<Buffer>): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0', 'latin1'))
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += chunkBytesMax) {
      const piece = chunk.subarray(at, at + chunkBytesMax)
      const head = Buffer.alloc(4)
      head.writeUInt32BE(piece.length)
      await write(socket, Buffer.concat([head, piece]))
    }
  }
  await write(socket, Buffer.alloc(4))
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.writableEnded) throw new Error('clamd closed the connection')
  if (socket.write(bytes)) return
  const closed = new AbortController()
  const onClose = () => closed.abort(new Error('clamd closed the connection'))
  socket.once('close', onClose)
  try {
    await once(socket, 'drain', { signal: closed.signal })
  } finally {
    socket.off('close', onClose)
  }
}

async function readReply(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\0') || text.length > replyCharsMax) break
  }
  return text.split('\0')[0]?.trim() ?? ''
}

const answer = /^stream: (?:(OK)|(.{1,500}) FOUND)$/

function verdictOf(reply: string): string | null {
  const [, ok, found] = answer.exec(reply) ?? []
  if (ok !== undefined) return null
  if (found !== undefined) return found
  throw new Error(reply === '' ? 'clamd closed the connection' : `clamd answered: ${reply.slice(0, 300)}`)
}
