import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Distance from the end up to which a reader counts as being there. */
const nearPx = 48

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Shows the end of a conversation when it opens and after each new message. Images and previews load later and make the
 * messages taller, so the end stays in view until the reader scrolls up.
 */
export function useStayAtEnd(
  list: RefObject<HTMLElement | null>,
  { newest, isElsewhere }: { newest: number | undefined; isElsewhere: boolean },
): void {
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight
    isAtEnd.current = true
  }, [list, newest])
  useEffect(() => {
    const frame = list.current
    const content = frame?.querySelector('ol') ?? null
    if (frame === null || content === null) return undefined
    const follow = () => {
      if (isAtEnd.current && !isElsewhere) frame.scrollTop = frame.scrollHeight
    }
    // A scroll event can come from the jump itself; only those after a gesture are of the reader.
    let isMoved = false
    const touch = () => {
      isMoved = true
    }
    const notice = () => {
      if (isMoved) isAtEnd.current = frame.scrollHeight - frame.scrollTop - frame.clientHeight < nearPx
    }
    const observer = new ResizeObserver(follow)
    observer.observe(content)
    observer.observe(frame)
    for (const gesture of gestures) frame.addEventListener(gesture, touch, { passive: true })
    frame.addEventListener('scroll', notice, { passive: true })
    return () => {
      observer.disconnect()
      for (const gesture of gestures) frame.removeEventListener(gesture, touch)
      frame.removeEventListener('scroll', notice)
    }
  }, [list, newest, isElsewhere])
}
