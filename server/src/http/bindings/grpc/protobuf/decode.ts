import { requireStorableTexts } from '../../../receive/json.ts'
import { Budget } from './budget.ts'
import type { FieldType, Message, NumberedField } from './schema.ts'
import { wireTypes, malformed, WireReader } from './wire-reader.ts'
import { readStruct, readTimestamp, readValue, setMember } from './well-known-types.ts'

type Json = Record<string, unknown>

/** Decodes protobuf into ProtoJSON that PostgreSQL can store. Unknown fields are ignored. */
export function decode(schema: Message, content: Buffer): Json {
  const json = readMessage(new WireReader(content), schema, new Budget(), {})
  requireStorableTexts(json)
  return json
}

/** Merges the fields into `into`: a message that occurs twice is merged, as protobuf specifies. */
function readMessage(reader: WireReader, schema: Message, budget: Budget, into: Json): Json {
  budget.enter()
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    budget.count()
    const numbered = schema.byNumber.get(number)
    if (numbered === undefined) reader.skip(wireType)
    else if (wireType !== wireTypeOf(numbered.field.type)) malformed()
    else readField(reader, numbered, budget, into)
  }
  budget.leave()
  return into
}

function readField(
  reader: WireReader,
  { name, field: { type, repeated, explicit }, replaces }: NumberedField,
  budget: Budget,
  into: Json,
): void {
  for (const other of replaces) if (other in into) delete into[other]
  if (type.kind === 'map') {
    const [key, item] = readEntry(reader.nested(), type.of, budget)
    into[name] = setMember(asJson(into[name]), key, item)
  } else if (repeated) {
    const items = into[name]
    const item = read(reader, type, budget)
    if (Array.isArray(items)) items.push(item)
    else into[name] = [item]
  } else {
    const content = read(reader, type, budget, into[name])
    if (explicit || !isDefault(content)) into[name] = content
    else if (name in into) delete into[name]
  }
}

/** A default value of a field without presence means that the field is absent. */
function isDefault(content: unknown): boolean {
  return content === '' || content === 0 || content === false
}

function read(reader: WireReader, type: FieldType, budget: Budget, before?: unknown): unknown {
  switch (type.kind) {
    case 'string':
      return reader.string()
    case 'bytes':
      return reader.bytes().toString('base64')
    case 'bool':
      return reader.bool()
    case 'int32':
      return reader.int32()
    case 'enum': {
      const number = reader.int32()
      return number === 0 ? 0 : (type.of.values[number] ?? number)
    }
    case 'timestamp':
      return readTimestamp(reader.nested())
    case 'struct':
      return readStruct(reader.nested(), budget, asJson(before))
    case 'value':
      return readValue(reader.nested(), budget)
    case 'message':
      return readMessage(reader.nested(), type.of, budget, asJson(before))
    case 'map':
      return malformed()
  }
}

function readEntry(reader: WireReader, of: FieldType, budget: Budget): [key: string, item: unknown] {
  let key = ''
  let item: unknown = of.kind === 'message' ? {} : ''
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    budget.count()
    if (number === 1 && wireType === wireTypes.delimited) key = reader.string()
    else if (number === 2 && wireType === wireTypeOf(of)) item = read(reader, of, budget)
    else reader.skip(wireType)
  }
  return [key, item]
}

function wireTypeOf({ kind }: FieldType): number {
  return kind === 'bool' || kind === 'int32' || kind === 'enum' ? wireTypes.varint : wireTypes.delimited
}

/** The object itself: copying it for each occurrence of a repeated field would take quadratic time. */
function asJson(value: unknown): Json {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
