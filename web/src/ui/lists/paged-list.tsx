import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { Button } from '../actions/button.tsx'
import { LoadError } from '../page/load-error.tsx'
import classes from './paged-list.module.css'
import { Skeleton } from '../page/skeleton.tsx'
import { say } from '../../messages/en/ui.ts'

interface PagedListProps<Item> {
  readonly pages: {
    readonly items: readonly Item[] | undefined
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
    refetch(): unknown
  }
  readonly empty: ReactNode
  /** Shown until the first page has loaded; has the shape of the result. */
  readonly loading?: ReactNode
  /** Loads the next page before the end of the list is reached. */
  readonly auto?: boolean
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Renders the pages loaded so far, with a button that loads the next one. */
export function PagedList<Item>({ pages, empty, loading, auto = false, children }: PagedListProps<Item>) {
  if (pages.items === undefined) {
    const { error } = pages
    return isSoukError(error) ? (
      <LoadError error={error} retry={() => void pages.refetch()} />
    ) : (
      (loading ?? <Skeleton lines={6} />)
    )
  }
  if (pages.items.length === 0) return empty
  return (
    <>
      {children(pages.items)}
      {pages.hasNextPage ? (
        <More
          key={pages.items.length}
          auto={auto}
          busy={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

interface MoreProps {
  readonly auto: boolean
  readonly busy: boolean
  readonly onMore: () => void
}

/** Distance from the end of the list at which the next page loads. */
const aheadPx = 800

function More({ auto, busy, onMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => (busy ? undefined : onMore()))
  useEffect(() => {
    if (!auto || end.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) load()
      },
      { rootMargin: `${aheadPx}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [auto])
  return (
    <div ref={end} className={classes.more}>
      <Button busy={busy} onClick={onMore}>
        {say('showMore')}
      </Button>
    </div>
  )
}

function isSoukError(error: Error | null): error is SoukError {
  return error !== null && error.name === 'SoukError'
}
