/** Protobuf messages as data. Names are those of ProtoJSON; the codec and the descriptors of reflection are derived from them. */
export type FieldType =
  | { readonly kind: 'string' | 'bytes' | 'bool' | 'int32' | 'timestamp' | 'struct' | 'value' }
  | { readonly kind: 'enum'; readonly of: Enumeration }
  | { readonly kind: 'message'; readonly of: Message }
  | { readonly kind: 'map'; readonly of: FieldType }

export interface Field {
  readonly number: number
  readonly type: FieldType
  readonly repeated: boolean
  /** Whether a default value differs from an absent one: proto3 `optional` and members of a oneof. */
  readonly explicit: boolean
  readonly oneof?: string
}

type Fields = Readonly<Record<string, Field>>

export interface Message {
  /** Full name, without a leading dot. */
  readonly name: string
  readonly fields: Fields
  /** By field number, for decoding. */
  readonly byNumber: ReadonlyMap<number, NumberedField>
}

export interface NumberedField {
  readonly name: string
  readonly field: Field
  /** Other members of its oneof, which it replaces. */
  readonly replaces: readonly string[]
}

export interface Enumeration {
  readonly name: string
  /** Names in the order of their numbers, from zero. */
  readonly values: readonly string[]
}

export function message(name: string, fields: Fields): Message {
  const byNumber = new Map<number, NumberedField>()
  for (const [key, field] of Object.entries(fields)) {
    const replaces = field.oneof === undefined ? [] : membersOf(fields, field.oneof)
    byNumber.set(field.number, { name: key, field, replaces: replaces.filter((other) => other !== key) })
  }
  return { name, fields, byNumber }
}

function membersOf(fields: Fields, oneof: string): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.oneof === oneof)
}

const single = (type: FieldType, number: number): Field => ({
  number,
  type,
  repeated: false,
  explicit: false,
})

export const string = (number: number) => single({ kind: 'string' }, number)
export const bytes = (number: number) => single({ kind: 'bytes' }, number)
export const bool = (number: number) => single({ kind: 'bool' }, number)
export const int32 = (number: number) => single({ kind: 'int32' }, number)
export const timestamp = (number: number) => single({ kind: 'timestamp' }, number)
export const struct = (number: number) => single({ kind: 'struct' }, number)
export const value = (number: number) => single({ kind: 'value' }, number)
export const enumeration = (of: Enumeration, number: number) => single({ kind: 'enum', of }, number)
export const one = (of: Message, number: number) => single({ kind: 'message', of }, number)
export const many = (of: Message, number: number) => repeated(one(of, number))
export const map = (of: FieldType, number: number) => single({ kind: 'map', of }, number)

export const repeated = (field: Field): Field => ({ ...field, repeated: true })
export const optional = (field: Field): Field => ({ ...field, explicit: true })

export function oneOf(oneof: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, explicit: true, oneof }]),
  )
}
