/** Name of the open object, such as a task: the last part of the breadcrumb in the top bar. */
import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

/** Names the object of the page while it is open. */
export function useCrumb(name: string): void {
  useEffect(() => {
    setCurrent(name)
    return () => setCurrent(undefined)
  }, [name])
}

export function useCurrentCrumb(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

function setCurrent(name: string | undefined): void {
  current = name
  for (const listener of listeners) listener()
}
