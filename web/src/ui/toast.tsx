import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import classes from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: (() => void) | undefined
}

let shown: readonly Toast[] = []
let count = 0
const watchers = new Set<() => void>()
const shownMs = 6000

/** Says that something was done, for a moment; `undo` takes it back. */
export function toast(text: string, undo?: () => void): void {
  const id = ++count
  change([...shown.slice(-2), { id, text, undo }])
  setTimeout(() => change(shown.filter((other) => other.id !== id)), shownMs)
}

function change(next: readonly Toast[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown,
  )
  return (
    <div className={classes.toasts} role="status">
      {toasts.map(({ id, text, undo }) => (
        <div key={id} className={classes.toast}>
          {text}
          {undo === undefined ? null : (
            <Button
              look="quiet"
              onClick={() => {
                undo()
                change(shown.filter((other) => other.id !== id))
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
