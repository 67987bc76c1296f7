/** Components that the app's and the operator console's command palettes share. */
import { Command } from 'cmdk'
import { Search, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useScope } from '../../identity/scope-context.tsx'
import { scopedPath } from '../../paths.ts'
import { say } from '../../messages/en/shell.ts'
import { Keys } from '../../ui/actions/keys.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { useRootMark } from '../../ui/page/use-root-mark.ts'
import { contains, emphasize } from './emphasize.ts'
import { isMac } from './page-keys.ts'
import classes from './palette.module.css'

export interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
}

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** At the end of the row. */
  readonly detail?: string | undefined
  readonly icon: ReactNode
  /** Keys that do the same without the palette. */
  readonly keys?: readonly string[]
  /** The page to open, or the action to run. */
  readonly target: string | (() => void)
}

export interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
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
    if (open && element.current?.open === false) {
      element.current.showModal()
      // A dialog focuses the container of the list, which comes first.
      element.current.querySelector('input')?.focus()
    }
    if (!open) element.current?.close()
  }, [open])
  return (
    <dialog
      ref={element}
      className={classes.dialog}
      aria-label={label}
      onClose={onClose}
      onPointerDown={({ target }) => (target === element.current ? onClose() : undefined)}
    >
      {open ? children : null}
    </dialog>
  )
}

interface PaletteListProps {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly PaletteGroup[]
  readonly onClose: () => void
  /** The acting identity, beside the field. */
  readonly acting?: ReactNode
  /** At the end of the foot. */
  readonly help?: ReactNode
}

/** Field, results and keys. The first result is selected until the person moves, even if results arrive later. */
export function PaletteList(props: PaletteListProps) {
  const { label, placeholder, text, onText, groups, onClose, acting, help } = props
  const [chosen, setChosen] = useState<string>()
  const moved = useRef(false)
  const entries = groups.flatMap((group) => group.entries)
  const selected = entries.find(({ id }) => id === chosen) ?? entries[0]
  const { base } = useScope()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') moved.current = true
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    if (typeof selected?.target === 'string') window.open(scopedPath(base, selected.target), '_blank')
  }
  return (
    <Command
      label={label}
      loop
      shouldFilter={false}
      value={selected?.id ?? ''}
      onValueChange={(id) => (moved.current ? setChosen(id) : undefined)}
      onKeyDown={onKeyDown}
      onPointerMove={() => (moved.current = true)}
    >
      <div className={classes.head}>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <Command.Input
          className={classes.input}
          value={text}
          onValueChange={(value) => {
            moved.current = false
            setChosen(undefined)
            onText(value)
          }}
          placeholder={placeholder}
        />
        {acting}
        <button type="button" className={classes.close} aria-label={say('close')} onClick={onClose}>
          <kbd>{say('esc')}</kbd>
        </button>
      </div>
      <Command.List className={classes.list}>
        {entries.length === 0 ? <p className={classes.empty}>{say('noResults')}</p> : null}
        {groups
          .filter((group) => group.entries.length > 0)
          .map(({ heading, entries: shown }) => (
            <Command.Group key={heading} heading={heading} className={classes.group}>
              {shown.map((entry) => (
                <Entry key={entry.id} entry={entry} text={text.trim()} />
              ))}
            </Command.Group>
          ))}
      </Command.List>
      <KeyHints help={help} />
    </Command>
  )
}

function KeyHints({ help }: Pick<PaletteListProps, 'help'>) {
  return (
    <p className={classes.foot}>
      <span>
        <Keys keys={['↑', '↓']} /> {say('move')}
      </span>
      <span>
        <Keys keys={['↵']} /> {say('open')}
      </span>
      <span className={classes.newTab}>
        <Keys keys={[isMac ? '⌘' : say('ctrl'), '↵']} /> {say('openInNewTab')}
      </span>
      {help}
    </p>
  )
}

function Entry({ entry, text }: { entry: PaletteEntry; text: string }) {
  const { id, label, detail, icon, keys = [], target } = entry
  const navigate = useNavigate()
  return (
    <Command.Item
      value={id}
      className={classes.entry}
      onSelect={() => (typeof target === 'string' ? void navigate(target) : target())}
    >
      {icon}
      <span className={classes.title} dir="auto">
        <Emphasized text={label} query={text} />
      </span>
      {detail === undefined ? null : (
        <small dir="auto">
          <Emphasized text={detail} query={text} />
        </small>
      )}
      {keys.length === 0 ? null : <Keys keys={keys} />}
      <span className={classes.enter} aria-hidden="true">
        <Keys keys={['↵']} />
      </span>
    </Command.Item>
  )
}

function Emphasized({ text, query }: { text: string; query: string }) {
  const [before, match, after] = emphasize(text, query)
  return match === '' ? (
    text
  ) : (
    <>
      {before}
      <b>{match}</b>
      {after}
    </>
  )
}

interface Page {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: readonly string[]
}

/** Pages whose name contains the text. */
export const pageEntries = (heading: string, pages: readonly Page[], text: string): PaletteGroup => ({
  heading,
  entries: pages
    .filter(({ label }) => contains(label, text))
    .map(({ to, label, icon: Icon, keys = [] }) => ({
      id: `${heading} ${to}`,
      label,
      icon: <Icon size={16} strokeWidth={1.75} aria-hidden="true" />,
      keys,
      target: to,
    })),
})
