import { useCallback, useEffect, useRef, useState } from 'react'
import { toastMs } from '../ui/toast.tsx'

/**
 * Acts on keys after the time in which a toast offers to undo it, or when the page is left. Until then the keys are
 * pending, so that the page can show the result.
 */
export function useDelayed(act: (key: string) => void) {
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
    if (acts) latest.current(key)
    else setPending((before) => new Set([...before].filter((other) => other !== key)))
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
