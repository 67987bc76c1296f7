import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import classes from './console-shell.module.css'

/** The element of the breadcrumb that takes the name of a detail page. */
export const CrumbContext = createContext<HTMLElement | null>(null)

/** Name of the page at the end of the breadcrumb. */
export function Crumb({ name }: { readonly name: string }) {
  const place = useContext(CrumbContext)
  if (place === null) return null
  return createPortal(
    <>
      <span aria-hidden="true">›</span>
      <strong className={classes.current} aria-current="page" dir="auto">
        {name}
      </strong>
    </>,
    place,
  )
}
