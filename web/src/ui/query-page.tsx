import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { isMissing } from '../api.ts'
import { Frame, Page } from './layout.tsx'
import { Skeleton, Unreadable } from './states.tsx'

interface LoadedPageProps<Reply> {
  readonly query: UseQueryResult<Reply, SoukError>
  readonly lines?: number
  readonly children: (reply: Reply) => ReactNode
}

/** A screen about one thing, whose name is known only when the thing is there. */
export function LoadedPage<Reply>({ query, lines = 8, children }: LoadedPageProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null)
    return (
      <Frame>
        <Skeleton lines={lines} />
      </Frame>
    )
  return (
    <Page title={isMissing(query.error) ? 'Not found' : 'Something went wrong'}>
      <Unreadable error={query.error} retry={() => void query.refetch()} />
    </Page>
  )
}
