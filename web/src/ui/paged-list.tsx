import type { ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { Button } from './button.tsx'
import { LoadError } from './load-error.tsx'
import classes from './paged-list.module.css'
import { Skeleton } from './skeleton.tsx'
import { say } from '../messages/en/ui.ts'

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
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Renders the pages loaded so far, with a button that loads the next one. */
export function PagedList<Item>({ pages, empty, loading, children }: PagedListProps<Item>) {
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
        <div className={classes.more}>
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {say('showMore')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function isSoukError(error: Error | null): error is SoukError {
  return error !== null && error.name === 'SoukError'
}
