import { useEffect } from 'react'

type Mark = 'backdrop' | 'sunk' | 'action-bar'

const counts: Record<Mark, number> = { backdrop: 0, sunk: 0, 'action-bar': 0 }

/** Marks the root element while `active`. `html:has(…)` would search the whole document for each typed letter. */
export function useRootMark(mark: Mark, active = true): void {
  useEffect(() => {
    if (!active) return undefined
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, active])
}

function count(mark: Mark, change: number): void {
  counts[mark] += change
  document.documentElement.toggleAttribute(`data-${mark}`, counts[mark] > 0)
}
