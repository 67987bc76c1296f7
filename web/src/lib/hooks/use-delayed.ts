import { useCallback, useEffect, useRef, useState } from 'react'
import { say } from '../../messages/en/ui.ts'
import { toast } from '../../ui/actions/toast.tsx'

/**
 * Delays an action on keys while a toast offers undo; leaving the page runs it immediately. Keys are pending until the action
 * completes, so that the page can show its result optimistically. A failure ends the pending state and shows a toast.
 */
export function useDelayed(act: (key: string) => Promise<unknown>) {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const undoable = useRef(new Set<string>())
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const finish = useCallback((key: string, acts: boolean) => {
    if (!undoable.current.delete(key)) return
    const end = () => setPending((before) => new Set([...before].filter((other) => other !== key)))
    if (!acts) return end()
    latest
      .current(key)
      .catch(() => toast(say('notSaved')))
      .finally(end)
    return undefined
  }, [])
  useEffect(() => {
    const waiting = undoable.current
    const finishAll = () => {
      for (const key of waiting) finish(key, true)
    }
    addEventListener('pagehide', finishAll)
    return () => {
      removeEventListener('pagehide', finishAll)
      finishAll()
    }
  }, [finish])
  return {
    pending,
    start: (text: string, keys: readonly string[]) => {
      setPending((before) => new Set([...before, ...keys]))
      for (const key of keys) undoable.current.add(key)
      const finishAll = (acts: boolean) => () => keys.forEach((key) => finish(key, acts))
      toast(text, finishAll(false), finishAll(true))
    },
  }
}
