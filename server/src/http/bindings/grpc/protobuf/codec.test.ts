import {
  createFileRegistry,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
  type JsonValue,
} from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { create } from '@bufbuild/protobuf'
import {
  assert,
  property,
  array,
  boolean,
  constant,
  dictionary,
  double,
  integer,
  jsonValue,
  oneof,
  option,
  record,
  string,
  uint8Array,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { methods } from '../methods.ts'
import { files } from '../reflection.ts'
import { messages } from '../schema/a2a.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { Field, FieldType, Message } from './schema.ts'

/** A second implementation of protobuf, which knows the messages only by the descriptors of reflection. */
const registry = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: Object.values(files).map((file) => fromBinary(FileDescriptorProtoSchema, file)),
  }),
)

const peerOf = ({ name }: Message) => registry.getMessage(name) ?? raise(`no descriptor of ${name}`)

function raise(message: string): never {
  throw new Error(message)
}

const word = string({ unit: 'binary' }).filter((text) => !text.includes('\u0000') && text.isWellFormed())
const key = word.filter((text) => text !== '__proto__')
const json = jsonValue({ maxDepth: 3 }).map((content): JsonValue => JSON.parse(JSON.stringify(content)))
const storable = json.filter((content) => !/\\u0000|__proto__|\\ud[89a-f]/i.test(JSON.stringify(content)))

/** Any value of a type, in the form that ProtoJSON prints. */
function valueOf(type: FieldType): Arbitrary<unknown> {
  switch (type.kind) {
    case 'string':
      return word
    case 'bytes':
      return uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content).toString('base64'))
    case 'bool':
      return boolean()
    case 'int32':
      return integer()
    case 'enum':
      return constant(type.of.values[1])
    case 'timestamp':
      return integer({ min: -1e12, max: 4e12 }).map((ms) => new Date(ms).toISOString())
    case 'struct':
      return dictionary(key, storable, { maxKeys: 4 })
    case 'value':
      return oneof(storable, double({ noNaN: true, noDefaultInfinity: true }))
    case 'message':
      return messageOf(type.of)
    case 'map':
      return dictionary(key, valueOf(type.of), { maxKeys: 3 })
  }
}

function fieldOf({ type, repeated }: Field): Arbitrary<unknown> {
  return option(repeated ? array(valueOf(type), { maxLength: 3 }) : valueOf(type), { nil: undefined })
}

function messageOf({ fields }: Message): Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]))
  return record(members).map((content) => {
    const taken = new Set<string>()
    const kept = Object.entries(content).filter(([name, value]) => {
      const { oneof: group } = fields[name] ?? raise(name)
      if (value === undefined || (group !== undefined && taken.has(group))) return false
      if (group !== undefined) taken.add(group)
      return true
    })
    return Object.fromEntries(kept)
  })
}

const schemas = [...new Set(methods.flatMap(({ request, response }) => [request, response]))]

describe.each(schemas.map((schema) => [schema.name, schema] as const))('%s', (_name, schema) => {
  it('is encoded as another implementation decodes it', () => {
    assert(
      property(messageOf(schema), (content) => {
        const peer = peerOf(schema)
        const expected = toJson(peer, fromJson(peer, JSON.parse(JSON.stringify(content)), { registry }), {
          registry,
        })
        const bytes = encode(schema, content)
        expect(toJson(peer, fromBinary(peer, bytes), { registry })).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('is decoded as another implementation encodes it', () => {
    assert(
      property(messageOf(schema), (content) => {
        const peer = peerOf(schema)
        const sent = fromJson(peer, JSON.parse(JSON.stringify(content)), { registry })
        const received = decode(schema, Buffer.from(toBinary(peer, sent)))
        const again = fromJson(peer, JSON.parse(JSON.stringify(received)), { registry })
        expect(toJson(peer, again, { registry })).toEqual(toJson(peer, sent, { registry }))
      }),
      { numRuns: 60 },
    )
  })
})

describe('decode', () => {
  it('refuses or accepts any bytes, and never fails otherwise', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (bytes) => {
        for (const schema of schemas) {
          try {
            decode(schema, Buffer.from(bytes))
          } catch (error) {
            expect(error).toHaveProperty('kind', 'bad-request')
          }
        }
      }),
    )
  })
})

describe('decode', () => {
  // Quadratic time would exceed the timeout of the test.
  it('merges a Struct that occurs thousands of times in linear time', () => {
    const { SendMessageRequest } = messages
    const parts = Array.from({ length: 30_000 }, (_, index) =>
      encode(SendMessageRequest, { metadata: { [`key${index}`]: true } }),
    )
    const { metadata } = decode(SendMessageRequest, Buffer.concat(parts))
    expect(Object.keys(Object(metadata))).toHaveLength(parts.length)
  })
})
