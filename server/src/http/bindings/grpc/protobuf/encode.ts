import type { Field, FieldType, Message } from './schema.ts'
import { WireWriter } from './wire-writer.ts'
import { writeStruct, writeTimestamp, writeValue } from './well-known-types.ts'

/** Encodes ProtoJSON as protobuf. Members that the schema does not have are omitted. */
export function encode(schema: Message, json: unknown): Buffer {
  const writer = new WireWriter()
  writeMessage(writer, schema, json)
  return writer.finish()
}

function writeMessage(writer: WireWriter, { fields }: Message, json: unknown): void {
  if (!isRecord(json)) return
  for (const [name, content] of Object.entries(json)) {
    const field = fields[name]
    if (field === undefined || content === undefined) continue
    if (content === null && field.type.kind !== 'value') continue
    writeField(writer, field, content)
  }
}

function writeField(writer: WireWriter, field: Field, content: unknown): void {
  const { number, type, repeated, explicit } = field
  if (repeated) {
    if (Array.isArray(content)) for (const item of content) write(writer, number, type, item)
  } else if (explicit || !isDefault(type, content)) write(writer, number, type, content)
}

/** A default value is not written, except where it differs from an absent one. */
function isDefault({ kind }: FieldType, content: unknown): boolean {
  switch (kind) {
    case 'string':
    case 'bytes':
      return content === ''
    case 'bool':
      return content === false
    case 'int32':
      return content === 0
    case 'enum':
    case 'timestamp':
    case 'struct':
    case 'value':
    case 'message':
    case 'map':
      return false
  }
}

function write(writer: WireWriter, number: number, type: FieldType, content: unknown): void {
  switch (type.kind) {
    case 'string':
      return writer.string(number, String(content))
    case 'bytes':
      return writer.bytes(number, Buffer.from(String(content), 'base64'))
    case 'bool':
      writer.tag(number, 0)
      return writer.varint(content === true ? 1 : 0)
    case 'int32':
      writer.tag(number, 0)
      return writer.varint(Number(content))
    case 'enum':
      writer.tag(number, 0)
      return writer.varint(Math.max(0, type.of.values.indexOf(String(content))))
    case 'timestamp':
      return writer.nested(number, () => writeTimestamp(writer, String(content)))
    case 'struct':
      return writer.nested(number, () => writeStruct(writer, content))
    case 'value':
      return writer.nested(number, () => writeValue(writer, content))
    case 'message':
      return writer.nested(number, () => writeMessage(writer, type.of, content))
    case 'map':
      return writeMap(writer, number, type.of, content)
  }
}

/** A map is a repeated message of key and value. */
function writeMap(writer: WireWriter, number: number, of: FieldType, content: unknown): void {
  if (!isRecord(content)) return
  for (const [key, item] of Object.entries(content)) {
    writer.nested(number, () => {
      writer.string(1, key)
      write(writer, 2, of, item)
    })
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
