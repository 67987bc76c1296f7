import { useState, type RefObject } from 'react'
import { say } from '../../messages/en/ui.ts'
import { createFrameQueue } from '../calls/frame-queue.ts'
import { usePageShortcuts } from './page-shortcuts.ts'

/** Height of the bar that covers the top of the page; narrow screens have the highest. */
const topBarPx = 63

interface ListActions {
  readonly select?: (id: string) => void
  readonly archive?: (id: string | undefined) => void
}

/**
 * J and K move the focus between the items of a list, which have `data-item`; X selects the focused one, E archives it.
 * The focus is on the link or the summary of an item, so Enter opens it without further code.
 * A long list has `data-gap` in place of items that are not in the document: keys wait until the neighbor of the focused item is rendered.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  { select, archive }: ListActions = {},
): void {
  const [queue] = useState(() => createFrameQueue((run) => requestAnimationFrame(run)))
  const find = (selector: string) => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const focusedItem = () => find('[data-item]').find((item) => item.contains(document.activeElement))
  const move = (by: 1 | -1) => () => {
    const current = focusedItem()
    const next = current === undefined ? firstOnScreen(find('[data-item]'), by) : neighbor(current, by)
    if (next?.dataset['gap'] !== undefined) {
      current?.scrollIntoView({ block: 'center' })
      return false
    }
    next?.querySelector<HTMLElement>('summary, a, button')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
    // An item that was not laid out before has its real height only now.
    requestAnimationFrame(() => next?.scrollIntoView({ block: 'nearest' }))
    return true
  }
  const neighbor = (current: HTMLElement, by: 1 | -1) => {
    const all = find('[data-item], [data-gap]')
    return all[all.indexOf(current) + by]
  }
  const withFocused = (act: (id: string | undefined) => void) => () => {
    act(focusedItem()?.dataset['item'])
    return true
  }
  const selectFocused = (id: string | undefined) => (id === undefined ? undefined : select?.(id))
  usePageShortcuts([
    { key: 'j', label: say('nextItem'), run: () => queue.run(move(1)) },
    { key: 'k', label: say('previousItem'), run: () => queue.run(move(-1)) },
    ...(select === undefined
      ? []
      : [{ key: 'x', label: say('selectItem'), run: () => queue.run(withFocused(selectFocused)) }]),
    ...(archive === undefined
      ? []
      : [{ key: 'e', label: say('archiveItem'), run: () => queue.run(withFocused(archive)) }]),
  ])
}

/** Without a focus, the movement starts where the reader is. */
function firstOnScreen(all: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const items = by === 1 ? all : all.toReversed()
  return items.find(isWhollyOnScreen) ?? items.find(isOnScreen) ?? items[0]
}

function isWhollyOnScreen(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return top >= topBarPx && bottom <= innerHeight
}

function isOnScreen(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
