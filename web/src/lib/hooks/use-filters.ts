import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import { useReplaceSearch } from '../../ui/page/link.tsx'

/**
 * Filters are kept in the query string, so that a search can be shared and survives back and forward.
 * The router renders a new URL in a transition; a chosen filter is shown immediately, or React would reset the clicked checkbox until then.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const replaceSearch = useReplaceSearch()
  const [search, showSearch] = useOptimistic(useSearchParams()[0])
  const change = (changes: readonly (readonly [Name, string])[]) =>
    startTransition(async () => {
      const next = new URLSearchParams(search)
      for (const [name, value] of changes) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      showSearch(next)
      await replaceSearch(next)
    })
  return {
    get: (name: Name): string => search.get(name) ?? '',
    set: (name: Name, value: string) => change([[name, value]]),
    change,
    clear: (cleared: readonly Name[]) => change(cleared.map((name) => [name, ''] as const)),
    /** The filters that are set, as the input of an operation. */
    active: (): { [Key in Name]?: string } => {
      const active: { [Key in Name]?: string } = {}
      for (const name of names) {
        const value = search.get(name)
        if (value !== null && value !== '') active[name] = value
      }
      return active
    },
  }
}
