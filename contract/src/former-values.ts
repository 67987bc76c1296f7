import { Type, type TUnsafe } from 'typebox'

/** Renamed values of request fields, as field_value, with their replacements. Requests may use them for one version. */
const replacements: Readonly<Record<string, string>> = {
  contactFrom_nobody: 'none',
  status_cancelled: 'canceled',
}

/** The renamed values of a request field. */
export function formerValues(field: string): string[] {
  return Object.keys(replacements)
    .filter((key) => key.startsWith(`${field}_`))
    .map((key) => key.slice(field.length + 1))
}

/** Enum of a request field that also accepts renamed values; its type has only the current ones. */
export function enumWithFormer<const V extends string>(
  field: string,
  values: readonly V[],
  description: string,
): TUnsafe<V> {
  const former = formerValues(field).map((value) => `\`${value}\``)
  return Type.Unsafe<V>(
    Type.Enum([...values, ...formerValues(field)], {
      description: `${description} Deprecated: ${former.join(', ')}.`,
    }),
  )
}

/** The current form of a value; undefined if there is no such value. */
export function currentValue<const V extends string>(
  field: string,
  value: string | undefined,
  values: readonly V[],
): V | undefined {
  const current = replacements[`${field}_${value}`] ?? value
  return values.find((candidate) => candidate === current)
}
