import type { ButtonHTMLAttributes } from 'react'
import classes from './tool-button.module.css'

/** A button without an outline, for the tools of an editor. */
export function ToolButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) {
  return <button type="button" {...props} className={classes.tool} />
}
