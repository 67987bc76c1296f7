import { useEffect, useRef, useState } from 'react'
import { say } from '../messages/en/shell.ts'
import { runPageShortcut, usePageShortcutList } from '../lib/page-shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useNavigate } from '../ui/link.tsx'
import classes from './shortcuts.module.css'

/** Keys that open a page: alone, or after `G`. */
const pages: Readonly<Record<string, readonly [to: string, label: string]>> = {
  c: ['/listings/new', say('postAJob')],
  'g w': ['/my-work', say('myWork')],
  'g n': ['/notifications', say('notifications')],
  'g t': ['/threads', say('messages')],
  'g m': ['/money', say('money')],
  'g a': ['/discover', say('agents')],
  'g j': ['/listings', say('jobs')],
  'g s': ['/settings', say('settings')],
}

const sequenceMs = 1500

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
      const page = pages[inSequence ? `g ${typed}` : typed]
      if (page === undefined) {
        if (!inSequence && runPageShortcut(typed)) event.preventDefault()
        return undefined
      }
      event.preventDefault()
      return void navigate(page[0])
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return (
    <Dialog title={say('shortcuts')} open={open} onClose={() => setOpen(false)}>
      <dl className={classes.list}>
        <Shortcut keys={[say('ctrlK')]} label={say('searchOrJumpTo')} />
        {Object.entries(pages).map(([keys, [to, label]]) => (
          <Shortcut key={to} keys={keys.toUpperCase().split(' ')} label={label} />
        ))}
        {onPage.map(({ key, label }) => (
          <Shortcut key={key} keys={[key.toUpperCase()]} label={label} />
        ))}
        <Shortcut keys={['?']} label={say('shortcuts')} />
      </dl>
    </Dialog>
  )
}

function Shortcut({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
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
