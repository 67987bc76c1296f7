/** Readers of JSON that is not validated yet. They pass values of another shape on to the validation of the operation. */
export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maps the items of an array; anything else stays unchanged. */
export function mapItems(value: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(map) : value
}

/** Removes the members that are undefined. */
export function defined(members: Json): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
