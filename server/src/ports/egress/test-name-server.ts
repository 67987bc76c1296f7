import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import type { TestContext } from './test-receiver.ts'

/** Records of a name: addresses, an alias with addresses, or `silent` for no response. */
export interface Names {
  readonly [name: string]: { readonly addresses: readonly string[]; readonly alias?: string } | 'silent'
}

interface NameServer {
  /** Address as a resolver takes it. */
  readonly address: string
  /** Queries so far, such as `A example.com`. */
  readonly queries: readonly string[]
}

const kinds: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' }

/** A name server on loopback that stops when the test ends. */
export async function startNameServer(context: TestContext, names: Names): Promise<NameServer> {
  const socket = createSocket('udp4')
  const queries: string[] = []
  socket.on('message', (question, { port, address }) => {
    const { name, type } = readQuestion(question)
    queries.push(`${kinds[type] ?? type} ${name}`)
    const known = names[name]
    if (known !== 'silent') socket.send(answerTo(question, type, known), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  context.onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, queries }
}

const headerBytes = 12

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(
  question: Buffer,
  type: number,
  known: Exclude<Names[string], 'silent'> | undefined,
): Buffer {
  const questionSection = question.subarray(headerBytes, readQuestion(question).end)
  const sameName = Buffer.from([0xc0, headerBytes])
  const alias = known?.alias === undefined ? undefined : nameOf(known.alias)
  const matching = (known?.addresses ?? [])
    .map((address) => ipaddr.parse(address))
    .filter((address) => (kinds[type] === 'A' ? 'ipv4' : 'ipv6') === address.kind())
    .map((address) => record(alias ?? sameName, type, Buffer.from(address.toByteArray())))
  const records = alias === undefined ? matching : [record(sameName, 5, alias), ...matching]
  const header = Buffer.alloc(headerBytes)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(known === undefined ? 0x81_83 : 0x81_80, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, questionSection, ...records])
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function record(name: Buffer, type: number, value: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(type, 0)
  middle.writeUInt16BE(1, 2)
  middle.writeUInt16BE(value.length, 8)
  return Buffer.concat([name, middle, value])
}
