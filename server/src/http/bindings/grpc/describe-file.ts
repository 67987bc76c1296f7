import { encode } from './protobuf/encode.ts'
import type { Enumeration, Field, FieldType, Message } from './protobuf/schema.ts'
import { FileDescriptorProto } from './schema/descriptor.ts'

interface DescribedMethod {
  readonly name: string
  readonly request: Message
  readonly response: Message
  readonly streams: boolean
}

interface DescribedFile {
  readonly name: string
  readonly package: string
  readonly dependency: readonly string[]
  readonly service: string
  readonly methods: readonly DescribedMethod[]
}

/** Encoded FileDescriptorProto of a service, with every message of its package that it uses. */
export function describeFile({ service, methods, ...file }: DescribedFile): Buffer {
  const used = new Map<string, Message | Enumeration>()
  for (const { request, response } of methods) {
    collect(request, file.package, used)
    collect(response, file.package, used)
  }
  const found = [...used.values()]
  return encode(FileDescriptorProto, {
    name: file.name,
    package: file.package,
    dependency: file.dependency,
    messageType: found.flatMap((type) => ('fields' in type ? [describeMessage(type)] : [])),
    enumType: found.flatMap((type) => ('values' in type ? [describeEnum(type)] : [])),
    service: [{ name: lastName(service), method: methods.map(describeMethod) }],
    syntax: 'proto3',
  })
}

function collect(
  type: Message | Enumeration,
  within: string,
  into: Map<string, Message | Enumeration>,
): void {
  if (!type.name.startsWith(`${within}.`) || into.has(type.name)) return
  into.set(type.name, type)
  if (!('fields' in type)) return
  for (const field of Object.values(type.fields)) {
    const used = field.type.kind === 'map' ? field.type.of : field.type
    if (used.kind === 'message' || used.kind === 'enum') collect(used.of, within, into)
  }
}

function describeMessage({ name, fields }: Message): object {
  const oneofs = [...new Set(Object.values(fields).flatMap(({ oneof }) => oneof ?? []))]
  const optionals = Object.entries(fields).filter(isOptional)
  const oneofIndex = (key: string, field: Field) =>
    field.oneof === undefined
      ? oneofs.length + optionals.findIndex(([other]) => other === key)
      : oneofs.indexOf(field.oneof)
  return {
    name: lastName(name),
    field: Object.entries(fields).map(([key, field]) => ({
      ...describeField(key, field, name),
      ...(field.explicit ? { oneofIndex: oneofIndex(key, field) } : {}),
    })),
    nestedType: Object.entries(fields).flatMap(([key, { type }]) =>
      type.kind === 'map' ? [describeEntry(key, type.of)] : [],
    ),
    // A proto3 `optional` is a separate oneof, after the declared ones.
    oneofDecl: [...oneofs, ...optionals.map(([key]) => `_${originalName(key)}`)].map((oneof) => ({
      name: oneof,
    })),
  }
}

function isOptional([, { explicit, oneof }]: [string, Field]): boolean {
  return explicit && oneof === undefined
}

const labels = { optional: 1, repeated: 3 } as const

function describeField(
  key: string,
  { number, type, repeated, explicit, oneof }: Field,
  within: string,
): object {
  return {
    name: originalName(key),
    jsonName: key,
    number,
    label: repeated || type.kind === 'map' ? labels.repeated : labels.optional,
    ...(type.kind === 'map' ? { type: 11, typeName: `.${within}.${entryName(key)}` } : describeType(type)),
    proto3Optional: explicit && oneof === undefined,
  }
}

/** Numbers of FieldDescriptorProto.Type, and the full name of a message or enumeration. */
function describeType(type: FieldType): { type: number; typeName?: string } {
  switch (type.kind) {
    case 'string':
      return { type: 9 }
    case 'bytes':
      return { type: 12 }
    case 'bool':
      return { type: 8 }
    case 'int32':
      return { type: 5 }
    case 'enum':
      return { type: 14, typeName: `.${type.of.name}` }
    case 'message':
      return { type: 11, typeName: `.${type.of.name}` }
    case 'timestamp':
      return { type: 11, typeName: '.google.protobuf.Timestamp' }
    case 'struct':
      return { type: 11, typeName: '.google.protobuf.Struct' }
    case 'value':
      return { type: 11, typeName: '.google.protobuf.Value' }
    case 'map':
      throw new Error('A map cannot be the value of a map.')
  }
}

function describeEntry(key: string, of: FieldType): object {
  return {
    name: entryName(key),
    field: [
      { name: 'key', jsonName: 'key', number: 1, label: labels.optional, type: 9 },
      { name: 'value', jsonName: 'value', number: 2, label: labels.optional, ...describeType(of) },
    ],
    options: { mapEntry: true },
  }
}

function describeEnum({ name, values }: Enumeration): object {
  return { name: lastName(name), value: values.map((value, number) => ({ name: value, number })) }
}

function describeMethod({ name, request, response, streams }: DescribedMethod): object {
  return {
    name,
    inputType: `.${request.name}`,
    outputType: `.${response.name}`,
    serverStreaming: streams,
  }
}

/** Name in the definition, from the name in JSON. */
function originalName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function entryName(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}Entry`
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
