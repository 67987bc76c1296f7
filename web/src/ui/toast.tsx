import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { say } from '../messages/en/ui.ts'
import classes from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: (() => void) | undefined
}

let visible: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
/** How long a toast stays. */
export const toastMs = 6000

/** Shows a short confirmation; with `undo` it has an Undo button. */
export function toast(text: string, undo?: () => void): void {
  const id = ++lastId
  setVisible([...visible.slice(-2), { id, text, undo }])
  setTimeout(() => setVisible(visible.filter((other) => other.id !== id)), toastMs)
}

function setVisible(next: readonly Toast[]): void {
  visible = next
  for (const listener of listeners) listener()
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => visible,
  )
  return (
    <div className={classes.toasts} role="status">
      {toasts.map(({ id, text, undo }) => (
        <div key={id} className={classes.toast}>
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{text}</span>
          {undo === undefined ? null : (
            <Button
              size="small"
              onClick={() => {
                undo()
                setVisible(visible.filter((other) => other.id !== id))
              }}
            >
              {say('undo')}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
