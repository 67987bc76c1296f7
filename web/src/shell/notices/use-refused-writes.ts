import { useEffect, useRef } from 'react'
import { isForbidden } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'

/** Calls back when the server has refused a write of this page. */
export function useRefusedWrites(onRefused: () => void): void {
  const { queries } = useScope()
  const latest = useRef(onRefused)
  useEffect(() => {
    latest.current = onRefused
  })
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) {
          latest.current()
        }
      }),
    [queries],
  )
}
