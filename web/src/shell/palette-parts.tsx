/** Components that the app's and the operator console's command palettes share. */
import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from '../ui/link.tsx'
import { useRootMark } from '../ui/use-root-mark.ts'
import classes from './palette.module.css'

export interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Native dialog, whose content exists only while it is open. */
export function PaletteDialog({
  open,
  onClose,
  label,
  children,
}: PaletteProps & { label: string; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null)
  useRootMark('backdrop', open)
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal()
    if (!open) element.current?.close()
  }, [open])
  return (
    <dialog
      ref={element}
      className={classes.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={({ target }) => (target === element.current ? onClose() : undefined)}
    >
      {open ? children : null}
    </dialog>
  )
}

interface PageGroupProps {
  readonly heading: string
  readonly items: readonly { readonly to: string; readonly label: string; readonly icon: LucideIcon }[]
}

export function PageGroup({ heading, items }: PageGroupProps) {
  return (
    <Command.Group heading={heading} className={classes.group}>
      {items.map(({ to, label, icon }) => (
        <Entry key={to} value={`${heading} ${label}`} to={to} icon={icon}>
          {label}
        </Entry>
      ))}
    </Command.Group>
  )
}

interface EntryProps {
  readonly value: string
  readonly to: string
  readonly icon?: LucideIcon
  /** Shown although its value does not match the text. */
  readonly forceMount?: boolean
  readonly children: ReactNode
}

export function Entry({ value, to, icon: Icon, forceMount = false, children }: EntryProps) {
  const navigate = useNavigate()
  return (
    <Command.Item
      value={value}
      className={classes.entry}
      forceMount={forceMount}
      onSelect={() => void navigate(to)}
    >
      {Icon === undefined ? null : <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </Command.Item>
  )
}
