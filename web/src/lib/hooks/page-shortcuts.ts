/** Keyboard shortcuts of the current page. The shell handles them and lists them in its shortcut help. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

interface PageShortcut {
  /** One key, in lower case. */
  readonly key: string
  readonly label: string
  readonly run: () => void
}

let shortcuts: readonly PageShortcut[] = []
const listeners = new Set<() => void>()

function setShortcuts(next: readonly PageShortcut[]): void {
  shortcuts = next
  for (const listener of listeners) listener()
}

/** Registers the shortcuts of a page while it is shown. Keys and labels must not change; `run` may. */
export function usePageShortcuts(own: readonly PageShortcut[]): void {
  const latest = useRef(own)
  useEffect(() => {
    latest.current = own
  })
  useEffect(() => {
    const registered = latest.current.map(({ key, label }) => ({
      key,
      label,
      run: () => latest.current.find((shortcut) => shortcut.key === key)?.run(),
    }))
    setShortcuts([...shortcuts, ...registered])
    return () => setShortcuts(shortcuts.filter((shortcut) => !registered.includes(shortcut)))
  }, [])
}

export function usePageShortcutList(): readonly PageShortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shortcuts,
  )
}

/** Runs the shortcut of the page for a key; false if it has none. */
export function runPageShortcut(key: string): boolean {
  const found = shortcuts.find((shortcut) => shortcut.key === key)
  found?.run()
  return found !== undefined
}
