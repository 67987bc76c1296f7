import { useCallback, useEffect, useRef, useState } from 'react'
import { say } from '../messages/en/ui.ts'
import { toast, toastMs } from '../ui/toast.tsx'

/**
 * Delays an action on keys while a toast offers undo; leaving the page runs it immediately. Keys are pending until the action
 * completes, so that the page can show its result optimistically. A failure ends the pending state and shows a toast.
 */
export function useDelayed(act: (key: string) => Promise<unknown>) {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const finish = useCallback((key: string, acts: boolean) => {
    const timer = timers.current.get(key)
    if (timer === undefined) return
    clearTimeout(timer)
    timers.current.delete(key)
    const end = () => setPending((before) => new Set([...before].filter((other) => other !== key)))
    if (!acts) return end()
    latest
      .current(key)
      .catch(() => toast(say('notSaved')))
      .finally(end)
    return undefined
  }, [])
  useEffect(() => {
    const waiting = timers.current
    const finishAll = () => {
      for (const key of waiting.keys()) finish(key, true)
    }
    addEventListener('pagehide', finishAll)
    return () => {
      removeEventListener('pagehide', finishAll)
      finishAll()
    }
  }, [finish])
  return {
    pending,
    start: (key: string) => {
      setPending((before) => new Set([...before, key]))
      timers.current.set(
        key,
        setTimeout(() => finish(key, true), toastMs),
      )
    },
    undo: (key: string) => finish(key, false),
  }
}
