import { useSearchParams } from 'react-router'

/** Filters live in the address, so that a search can be sent to somebody and the way back works. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  return {
    of: (name: Name): string => values[name] ?? '',
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
    /** Only what was chosen, as an operation takes it. */
    chosen: (): { [Key in Name]?: string } => {
      const chosen: { [Key in Name]?: string } = {}
      for (const name of names) {
        const value = search.get(name)
        if (value !== null && value !== '') chosen[name] = value
      }
      return chosen
    },
  }
}
