import { useEffect, useRef, useState } from 'react'
import { say } from '../../messages/en/shell.ts'
import { runPageShortcut, usePageShortcutList } from '../../lib/hooks/page-shortcuts.ts'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Keys } from '../../ui/actions/keys.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { keysOf, pageKeys, paletteKeys } from './page-keys.ts'
import classes from './shortcuts.module.css'

const sequenceMs = 1500

const openEvent = 'souk-open-shortcuts'

/** Opens the shortcut sheet from another component. */
export const openShortcuts = () => document.dispatchEvent(new Event(openEvent))

/** Shortcuts for people who are signed in, and the sheet that lists them. Typing in a field is never a shortcut. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const onPage = usePageShortcutList()
  const prefix = useRef({ key: '', at: 0 })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const { key, at } = prefix.current
      const typed = event.key.toLowerCase()
      prefix.current = { key: typed, at: event.timeStamp }
      if (event.key === '?') return setOpen(true)
      const inSequence = key === 'g' && event.timeStamp - at < sequenceMs
      const page = pageKeys[inSequence ? `g ${typed}` : typed]
      if (page === undefined) {
        if (!inSequence && runPageShortcut(typed)) event.preventDefault()
        return undefined
      }
      event.preventDefault()
      return void navigate(page[0])
    }
    const onOpen = () => setOpen(true)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener(openEvent, onOpen)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener(openEvent, onOpen)
    }
  }, [navigate])
  return (
    <Dialog title={say('shortcuts')} open={open} onClose={() => setOpen(false)} wide>
      <div className={classes.columns}>
        {onPage.length === 0 ? null : (
          <Group
            name={say('onThisPage')}
            shortcuts={onPage.map(({ key, label }) => [label, [key.toUpperCase()]])}
          />
        )}
        <Group
          name={say('everywhere')}
          shortcuts={[
            [say('searchOrJumpTo'), paletteKeys],
            ...alone.map(([to, label]) => [label, keysOf(to)] as const),
            [say('shortcuts'), ['?']],
            [say('closeLayer'), [say('esc')]],
          ]}
        />
        <Group name={say('goTo')} shortcuts={afterG.map(([to, label]) => [label, keysOf(to)])} />
      </div>
    </Dialog>
  )
}

const isAfterG = ([keys]: readonly [string, unknown]) => keys.startsWith('g ')
const afterG = Object.entries(pageKeys)
  .filter((entry) => isAfterG(entry))
  .map(([, page]) => page)
const alone = Object.entries(pageKeys)
  .filter((entry) => !isAfterG(entry))
  .map(([, page]) => page)

interface GroupProps {
  readonly name: string
  readonly shortcuts: readonly (readonly [label: string, keys: readonly string[]])[]
}

function Group({ name, shortcuts }: GroupProps) {
  return (
    <section>
      <h3>{name}</h3>
      <dl className={classes.list}>
        {shortcuts.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Checkboxes ignore letter keys, so shortcuts stay active on them. */
const textFields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Whether the key belongs to a field or to an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof HTMLElement && target.closest(textFields) !== null)
  )
}
