import { chipText } from './chip-text.ts'
import { filterNames, type FilterValues } from './criteria.ts'

/** All filters of a search in words. */
export function describeFilters(values: FilterValues, currency: string): string {
  return [...new Set([...filterNames.agents, ...filterNames.listings])]
    .flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [chipText(name, value, currency)]
    })
    .join(' · ')
}
