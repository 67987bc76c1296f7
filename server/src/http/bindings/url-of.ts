import type { Route } from 'souk-contract'
import { basePaths } from '../base-paths.ts'

/** Path and query of an operation in HTTP+JSON. */
export function urlOf(
  { surface, path }: Pick<Route, 'surface' | 'path'>,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
  const address = basePaths[surface] + filled
  return entries.length === 0 ? address : `${address}?${new URLSearchParams(entries)}`
}
