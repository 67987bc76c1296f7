/** google.protobuf.Struct, Value, ListValue and Timestamp, which have special forms in ProtoJSON. */
import { fail } from '../../../../failure.ts'
import type { Budget } from './budget.ts'
import { malformed, wireTypes, type WireReader } from './wire-reader.ts'
import type { WireWriter } from './wire-writer.ts'

/** Field numbers of google.protobuf.Value. */
const kinds = { null: 1, number: 2, string: 3, bool: 4, struct: 5, list: 6 } as const

export function writeValue(writer: WireWriter, content: unknown): void {
  if (typeof content === 'string') writer.string(kinds.string, content)
  else if (typeof content === 'number') writer.double(kinds.number, content)
  else if (typeof content === 'boolean') {
    writer.tag(kinds.bool, wireTypes.varint)
    writer.varint(content ? 1 : 0)
  } else if (Array.isArray(content)) {
    writer.nested(kinds.list, () => {
      for (const item of content) writer.nested(1, () => writeValue(writer, item))
    })
  } else if (typeof content === 'object' && content !== null) {
    writer.nested(kinds.struct, () => writeStruct(writer, content))
  } else {
    writer.tag(kinds.null, wireTypes.varint)
    writer.varint(0)
  }
}

export function writeStruct(writer: WireWriter, content: unknown): void {
  for (const [key, item] of Object.entries(Object(content))) {
    if (item === undefined) continue
    writer.nested(1, () => {
      writer.string(1, key)
      writer.nested(2, () => writeValue(writer, item))
    })
  }
}

/** Adds the members to `into`. */
export function readStruct(
  reader: WireReader,
  budget: Budget,
  into: Record<string, unknown> = {},
): Record<string, unknown> {
  readFields(reader, budget, (number) => {
    if (number !== 1) return false
    const [key, content] = readEntry(reader.nested(), budget)
    setMember(into, key, content)
    return true
  })
  return into
}

/** Sets a member of any name; an assignment to `__proto__` would change the prototype. */
export function setMember(
  into: Record<string, unknown>,
  key: string,
  value: unknown,
): Record<string, unknown> {
  if (key !== '__proto__') into[key] = value
  else Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true })
  return into
}

function readEntry(reader: WireReader, budget: Budget): [key: string, content: unknown] {
  let key = ''
  let content: unknown = undefined
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1 && wireType === wireTypes.delimited) key = reader.string()
    else if (number === 2 && wireType === wireTypes.delimited) {
      content = readValue(reader.nested(), budget)
    } else reader.skip(wireType)
  }
  return content === undefined ? withoutKind() : [key, content]
}

/** The last kind wins, as in every oneof. */
export function readValue(reader: WireReader, budget: Budget): unknown {
  let content: unknown = undefined
  readFields(reader, budget, (number, wireType) => {
    const read = valueReaders[number]
    if (read === undefined || read.wireType !== wireType) return false
    content = read.from(reader, budget)
    return true
  })
  return content === undefined ? withoutKind() : content
}

const valueReaders: Readonly<
  Record<number, { wireType: number; from: (reader: WireReader, budget: Budget) => unknown }>
> = {
  [kinds.null]: {
    wireType: wireTypes.varint,
    from: (reader) => {
      reader.varint()
      return null
    },
  },
  [kinds.number]: { wireType: wireTypes.fixed64, from: (reader) => finite(reader.double()) },
  [kinds.string]: { wireType: wireTypes.delimited, from: (reader) => reader.string() },
  [kinds.bool]: { wireType: wireTypes.varint, from: (reader) => reader.bool() },
  [kinds.struct]: {
    wireType: wireTypes.delimited,
    from: (reader, budget) => readStruct(reader.nested(), budget),
  },
  [kinds.list]: {
    wireType: wireTypes.delimited,
    from: (reader, budget) => readList(reader.nested(), budget),
  },
}

function readList(reader: WireReader, budget: Budget): unknown[] {
  const items: unknown[] = []
  readFields(reader, budget, (number, wireType) => {
    if (number !== 1 || wireType !== wireTypes.delimited) return false
    items.push(readValue(reader.nested(), budget))
    return true
  })
  return items
}

/** Reads the fields of one message; `read` returns false for a field to skip. */
function readFields(
  reader: WireReader,
  budget: Budget,
  read: (number: number, wireType: number) => boolean,
): void {
  budget.enter()
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    budget.count()
    if (!read(number, wireType)) reader.skip(wireType)
  }
  budget.leave()
}

function finite(number: number): number {
  if (Number.isFinite(number)) return number
  return fail('bad-request', 'Numbers in a Struct must be finite.', 'Remove NaN and Infinity.')
}

function withoutKind(): never {
  return fail('bad-request', 'A google.protobuf.Value must have a kind.', 'Set one of its fields.')
}

export function writeTimestamp(writer: WireWriter, text: string): void {
  const ms = Date.parse(text)
  const seconds = Math.floor(ms / 1000)
  const nanos = (ms - seconds * 1000) * 1_000_000
  if (seconds !== 0) {
    writer.tag(1, wireTypes.varint)
    writer.varint(seconds)
  }
  if (nanos === 0) return
  writer.tag(2, wireTypes.varint)
  writer.varint(nanos)
}

/** Years 1 to 9999, the range of google.protobuf.Timestamp. */
const [secondsMin, secondsMax] = [-62_135_596_800, 253_402_300_799]

export function readTimestamp(reader: WireReader): string {
  let [seconds, nanos] = [0, 0]
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1 && wireType === wireTypes.varint) seconds = reader.int64()
    else if (number === 2 && wireType === wireTypes.varint) nanos = reader.int32()
    else reader.skip(wireType)
  }
  if (seconds < secondsMin || seconds > secondsMax || nanos < 0 || nanos > 999_999_999) malformed()
  return new Date(seconds * 1000 + Math.floor(nanos / 1_000_000)).toISOString()
}
