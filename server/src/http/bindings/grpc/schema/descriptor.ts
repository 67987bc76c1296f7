/** The part of google/protobuf/descriptor.proto that describes proto3 messages and services. */
import { bool, int32, many, message, one, optional, repeated, string } from '../protobuf/schema.ts'

const name = (of: string) => `google.protobuf.${of}`

const FieldDescriptorProto = message(name('FieldDescriptorProto'), {
  name: string(1),
  number: int32(3),
  label: int32(4),
  type: int32(5),
  typeName: string(6),
  oneofIndex: optional(int32(9)),
  jsonName: string(10),
  proto3Optional: bool(17),
})

const OneofDescriptorProto = message(name('OneofDescriptorProto'), { name: string(1) })
const MessageOptions = message(name('MessageOptions'), { mapEntry: bool(7) })

/** The entry of a map, the only message that is declared within another one here. */
const EntryDescriptorProto = message(name('DescriptorProto'), {
  name: string(1),
  field: many(FieldDescriptorProto, 2),
  options: one(MessageOptions, 7),
})

const DescriptorProto = message(name('DescriptorProto'), {
  name: string(1),
  field: many(FieldDescriptorProto, 2),
  nestedType: many(EntryDescriptorProto, 3),
  oneofDecl: many(OneofDescriptorProto, 8),
})

const EnumValueDescriptorProto = message(name('EnumValueDescriptorProto'), {
  name: string(1),
  number: optional(int32(2)),
})

const EnumDescriptorProto = message(name('EnumDescriptorProto'), {
  name: string(1),
  value: many(EnumValueDescriptorProto, 2),
})

const MethodDescriptorProto = message(name('MethodDescriptorProto'), {
  name: string(1),
  inputType: string(2),
  outputType: string(3),
  serverStreaming: bool(6),
})

const ServiceDescriptorProto = message(name('ServiceDescriptorProto'), {
  name: string(1),
  method: many(MethodDescriptorProto, 2),
})

export const FileDescriptorProto = message(name('FileDescriptorProto'), {
  name: string(1),
  package: string(2),
  dependency: repeated(string(3)),
  messageType: many(DescriptorProto, 4),
  enumType: many(EnumDescriptorProto, 5),
  service: many(ServiceDescriptorProto, 6),
  syntax: string(12),
})
