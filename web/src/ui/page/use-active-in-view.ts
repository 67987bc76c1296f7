import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls a row of tabs sideways, so that the current one is in view on a narrow screen. */
export function useActiveInView() {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const active = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (row.current === null || active === null || active === undefined) return
    row.current.scrollLeft = active.offsetLeft - (row.current.clientWidth - active.offsetWidth) / 2
  }, [pathname])
  return row
}
