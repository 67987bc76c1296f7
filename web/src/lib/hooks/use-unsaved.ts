/** Unsaved edits of the page. Leaving a page that has some asks first (`shell/leave-guard.tsx`). */
import { useEffect } from 'react'

const unsaved = new Set<symbol>()

/** Registers edits that leaving the page would lose. A form that is being saved has none. */
export function useUnsaved(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return undefined
    const edits = Symbol('edits')
    unsaved.add(edits)
    return () => {
      unsaved.delete(edits)
    }
  }, [hasEdits])
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}
