import type { Route } from 'souk-contract'
import { basePaths } from '../base-paths.ts'

/** The literals of each path, with the names of its parameters between them. */
const segments = new Map<string, readonly string[]>()

/** Path and query of an operation in HTTP+JSON. */
export function urlOf(
  { surface, path }: Pick<Route, 'surface' | 'path'>,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  let address: string = basePaths[surface]
  for (const [index, segment] of segmentsOf(path).entries()) {
    address += index % 2 === 0 ? segment : encodeURIComponent(String(params[segment]))
  }
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? address : `${address}?${new URLSearchParams(entries)}`
}

function segmentsOf(path: string): readonly string[] {
  const known = segments.get(path)
  if (known !== undefined) return known
  const split = path.split(/\{(\w+)\}/)
  segments.set(path, split)
  return split
}
