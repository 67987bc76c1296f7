import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * State of a popover: closes on navigation, on a press or focus outside and on Escape, which returns the focus. Arrow keys move between its
 * links and buttons. Narrow screens show it as a sheet above everything else.
 */
export function usePopover<Container extends HTMLElement, Toggle extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const container = useRef<Container>(null)
  const toggle = useRef<Toggle>(null)
  const shown = useRef<HTMLElement>(null)
  const panel = useCallback((element: HTMLElement | null) => {
    shown.current = element
    if (element === null || !matchMedia('(max-width: 860px)').matches) return
    element.popover = 'manual'
    element.showPopover()
  }, [])
  const { pathname, search } = useLocation()
  useEffect(() => setOpen(false), [pathname, search])
  useEffect(() => {
    if (!open) return undefined
    const close = (event: Event) => {
      // The dialog of a menu is a layer above it.
      if ((shown.current?.querySelector('dialog[open]') ?? null) !== null) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isEscape || isOutside(event, container.current, shown.current)) setOpen(false)
      if (isEscape) toggle.current?.focus()
      if (event instanceof KeyboardEvent && shown.current !== null) move(event, shown.current)
    }
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const name of events) document.addEventListener(name, close)
    return () => {
      for (const name of events) document.removeEventListener(name, close)
    }
  }, [open])
  return { open, setOpen, container, toggle, panel }
}

/** The scrim of a sheet belongs to its element, but lies above its top edge. */
function isOutside(event: Event, container: HTMLElement | null, panel: HTMLElement | null): boolean {
  if (event instanceof PointerEvent && event.target === panel && panel !== null)
    return event.clientY < panel.getBoundingClientRect().top
  return event.target instanceof Node && container?.contains(event.target) === false
}

/** Moves the focus to the next or previous entry; a field keeps its arrow keys. */
function move(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.target instanceof HTMLInputElement) return
  const entries = [...panel.querySelectorAll<HTMLElement>('a[href], button')]
  const index = entries.findIndex((entry) => entry === document.activeElement)
  const target = {
    ArrowDown: entries[(index + 1) % entries.length],
    ArrowUp: entries.at(index < 0 ? -1 : index - 1),
    Home: entries[0],
    End: entries.at(-1),
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}
