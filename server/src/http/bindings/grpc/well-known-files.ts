/** Descriptors of the files of google.protobuf that A2A imports, for clients that have no copy of them. */
import { encode } from './protobuf/encode.ts'
import { FileDescriptorProto } from './schema/descriptor.ts'

const types = { double: 1, int64: 3, int32: 5, bool: 8, string: 9, message: 11, enum: 14 } as const

const field = (name: string, number: number, type: keyof typeof types, more: object = {}) => ({
  name,
  jsonName: name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  number,
  label: 1,
  type: types[type],
  ...more,
})
const ofType = (typeName: string) => ({ typeName: `.google.protobuf.${typeName}` })
const repeated = { label: 3 }
const inKind = { oneofIndex: 0 }

const file = (name: string, content: object) =>
  encode(FileDescriptorProto, { name, package: 'google.protobuf', syntax: 'proto3', ...content })

export const wellKnownFiles: Readonly<Record<string, Buffer>> = {
  'google/protobuf/empty.proto': file('google/protobuf/empty.proto', { messageType: [{ name: 'Empty' }] }),
  'google/protobuf/timestamp.proto': file('google/protobuf/timestamp.proto', {
    messageType: [{ name: 'Timestamp', field: [field('seconds', 1, 'int64'), field('nanos', 2, 'int32')] }],
  }),
  'google/protobuf/struct.proto': file('google/protobuf/struct.proto', {
    messageType: [
      {
        name: 'Struct',
        field: [field('fields', 1, 'message', { ...repeated, ...ofType('Struct.FieldsEntry') })],
        nestedType: [
          {
            name: 'FieldsEntry',
            field: [field('key', 1, 'string'), field('value', 2, 'message', ofType('Value'))],
            options: { mapEntry: true },
          },
        ],
      },
      {
        name: 'Value',
        field: [
          field('null_value', 1, 'enum', { ...inKind, ...ofType('NullValue') }),
          field('number_value', 2, 'double', inKind),
          field('string_value', 3, 'string', inKind),
          field('bool_value', 4, 'bool', inKind),
          field('struct_value', 5, 'message', { ...inKind, ...ofType('Struct') }),
          field('list_value', 6, 'message', { ...inKind, ...ofType('ListValue') }),
        ],
        oneofDecl: [{ name: 'kind' }],
      },
      { name: 'ListValue', field: [field('values', 1, 'message', { ...repeated, ...ofType('Value') })] },
    ],
    enumType: [{ name: 'NullValue', value: [{ name: 'NULL_VALUE', number: 0 }] }],
  }),
}
