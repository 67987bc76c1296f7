import type { ReactNode } from 'react'
import classes from './code-tabs.module.css'
import { CopyButton } from '../actions/copy-button.tsx'
import { Segments } from '../forms/segments.tsx'

interface CodeTabsProps<Name extends string> {
  readonly label: string
  readonly options: readonly (readonly [name: Name, label: string])[]
  readonly value: Name
  readonly onSelect: (name: Name) => void
  /** Copied as a whole. */
  readonly code: string
  readonly copyLabel: string
  /** The code as a `pre`. */
  readonly children: ReactNode
}

/** The same code for several languages or tools, one at a time. */
export function CodeTabs<Name extends string>(props: CodeTabsProps<Name>) {
  const { label, options, value, onSelect, code, copyLabel, children } = props
  return (
    <div className={classes.frame}>
      <div className={classes.head}>
        <Segments label={label} options={options} value={value} onSelect={onSelect} />
        <CopyButton text={code} label={copyLabel} compact />
      </div>
      {children}
    </div>
  )
}
