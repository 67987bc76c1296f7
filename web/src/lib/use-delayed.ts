import { useCallback, useEffect, useRef, useState } from 'react'
import { say } from '../messages/en/ui.ts'
import { toast, toastMs } from '../ui/toast.tsx'

/**
 * Acts on keys after the time in which a toast offers to undo it, or when the page is left. Until the act is done the keys
 * are pending, so that the page can show the result; if it fails, they stop being pending and a toast says so.
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
