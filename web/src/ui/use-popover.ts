import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** State of a popover: closes on navigation, on a click or focus outside and on Escape, which returns the focus. */
export function usePopover<Container extends HTMLElement, Toggle extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const container = useRef<Container>(null)
  const toggle = useRef<Toggle>(null)
  const { pathname, search } = useLocation()
  useEffect(() => setOpen(false), [pathname, search])
  useEffect(() => {
    if (!open) return undefined
    const close = (event: Event) => {
      const isOutside = event.target instanceof Node && container.current?.contains(event.target) === false
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isOutside || isEscape) setOpen(false)
      if (isEscape) toggle.current?.focus()
    }
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const name of events) document.addEventListener(name, close)
    return () => {
      for (const name of events) document.removeEventListener(name, close)
    }
  }, [open])
  return { open, setOpen, container, toggle }
}
