import { useSearchParams } from 'react-router'

/** Filters are kept in the query string, so that a search can be shared and survives back and forward. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  return {
    get: (name: Name): string => values[name] ?? '',
    set: (name: Name, value: string) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    clear: (cleared: readonly Name[]) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const name of cleared) next.delete(name)
          return next
        },
        { replace: true },
      ),
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
