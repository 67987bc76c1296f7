import type { RefObject } from 'react'
import { say } from '../messages/en/ui.ts'
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
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  { select, archive }: ListActions = {},
): void {
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
  const focused = () => items().findIndex((item) => item.contains(document.activeElement))
  const move = (by: 1 | -1) => {
    const current = items()[focused()]
    if (current === undefined || isOnScreen(current)) return step(by)
    // A long list keeps only a part of its items in the document: the neighbors appear where the focus is on the screen.
    current.scrollIntoView({ block: 'center' })
    requestAnimationFrame(() => requestAnimationFrame(() => step(by)))
  }
  const step = (by: 1 | -1) => {
    const all = items()
    const index = focused()
    const next = index === -1 ? firstOnScreen(by === 1 ? all : all.toReversed()) : all[index + by]
    next?.querySelector<HTMLElement>('summary, a, button')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
    // An item that was not laid out before has its real height only now.
    requestAnimationFrame(() => next?.scrollIntoView({ block: 'nearest' }))
  }
  const focusedId = () => items()[focused()]?.dataset['item']
  usePageShortcuts([
    { key: 'j', label: say('nextItem'), run: () => move(1) },
    { key: 'k', label: say('previousItem'), run: () => move(-1) },
    ...(select === undefined
      ? []
      : [
          {
            key: 'x',
            label: say('selectItem'),
            run: () => {
              const id = focusedId()
              if (id !== undefined) select(id)
            },
          },
        ]),
    ...(archive === undefined
      ? []
      : [{ key: 'e', label: say('archiveItem'), run: () => archive(focusedId()) }]),
  ])
}

/** Without a focus, the movement starts where the reader is. */
function firstOnScreen(items: readonly HTMLElement[]): HTMLElement | undefined {
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
