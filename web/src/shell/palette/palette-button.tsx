import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { say } from '../../messages/en/shell.ts'
import classes from './palette-button.module.css'
import { isMac } from './page-keys.ts'
import type { PaletteProps } from './palette-parts.tsx'

/** Loaded with the first use. */
const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })))

const openEvent = 'souk-open-palette'

/** Opens the palette of the page from elsewhere: narrow screens hide its button. */
export const openPalette = () => document.dispatchEvent(new Event(openEvent))

interface PaletteButtonProps {
  readonly label?: string
  /** By default, the palette of the app. */
  readonly palette?: ComponentType<PaletteProps>
}

/** Opens the command palette, as does Ctrl+K or ⌘K. */
export function PaletteButton({
  label = say('searchOrJumpTo'),
  palette: Shown = Palette,
}: PaletteButtonProps) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { pathname, search } = useLocation()
  useEffect(() => setOpen(false), [pathname, search])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((before) => !before)
      setWasOpened(true)
    }
    const onOpen = () => {
      setOpen(true)
      setWasOpened(true)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener(openEvent, onOpen)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener(openEvent, onOpen)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          setWasOpened(true)
        }}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.label}>{label}</span>
        <kbd className={classes.key} aria-hidden="true">
          {isMac ? '⌘K' : say('ctrlK')}
        </kbd>
      </button>
      {/* Outside of the sidebar, which narrow windows hide with everything in it. */}
      {wasOpened
        ? createPortal(
            <Suspense>
              <Shown open={open} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}
