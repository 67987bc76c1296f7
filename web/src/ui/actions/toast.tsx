import { Check } from 'lucide-react'
import { useSyncExternalStore, type SyntheticEvent } from 'react'
import { Button } from './button.tsx'
import { say } from '../../messages/en/ui.ts'
import classes from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | undefined
  readonly onEnd: (() => void) | undefined
}

let visible: readonly Toast[] = []
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
const shownMs = 6000
const shownMax = 3

/**
 * Shows a short confirmation, which stays while the pointer or the focus is on it; with `undo` it has an Undo button. Calls `onEnd`
 * when it leaves without an undo.
 */
export function toast(text: string, undo?: () => void, onEnd?: () => void): void {
  const id = ++lastId
  setVisible([...visible, { id, text, undo, onEnd }])
  startTimer(id)
  for (const { id: oldest } of visible.slice(0, -shownMax)) end(oldest)
}

function startTimer(id: number): void {
  timers.set(
    id,
    setTimeout(() => end(id), shownMs),
  )
}

function end(id: number, isUndone = false): void {
  const ended = visible.find((shown) => shown.id === id)
  clearTimeout(timers.get(id))
  timers.delete(id)
  setVisible(visible.filter((shown) => shown !== ended))
  if (isUndone) ended?.undo?.()
  else ended?.onEnd?.()
}

function pauseTimers(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

function restartIfUnused({ type, currentTarget }: SyntheticEvent<HTMLElement>): void {
  if (currentTarget.matches(type === 'blur' ? ':hover' : ':focus-within')) return
  pauseTimers()
  for (const { id } of visible) startTimer(id)
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
    <div
      className={classes.toasts}
      role="status"
      onPointerEnter={pauseTimers}
      onPointerLeave={restartIfUnused}
      onFocus={pauseTimers}
      onBlur={restartIfUnused}
    >
      {toasts.map(({ id, text, undo }) => (
        <div key={id} className={classes.toast}>
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{text}</span>
          {undo === undefined ? null : (
            <Button size="small" onClick={() => end(id, true)}>
              {say('undo')}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
