import { useEffect, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import type { ThreadMessage } from 'souk-contract'

interface Pages {
  readonly items: readonly ThreadMessage[] | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Number of the message that a search has led to. Older pages load until it is there, then it is scrolled into view. */
export function useFoundMessage(list: RefObject<HTMLElement | null>, pages: Pages): number | undefined {
  const [search] = useSearchParams()
  const found = Number(search.get('message') ?? undefined)
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const isLoaded = items?.some(({ sequence }) => sequence === found) ?? false
  const isOlder = items !== undefined && (items.at(-1)?.sequence ?? 0) > found
  useEffect(() => {
    if (isOlder && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isOlder, hasNextPage, isFetchingNextPage, fetchNextPage])
  useEffect(() => {
    if (isLoaded) list.current?.querySelector('[data-found=true]')?.scrollIntoView({ block: 'center' })
  }, [isLoaded, found, list])
  return isLoaded ? found : undefined
}
