import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { LoadError } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'

interface QueryContentProps<Reply> {
  readonly query: UseQueryResult<Reply, SoukError>
  readonly lines?: number
  readonly children: (reply: Reply) => ReactNode
}

/** Renders the reply of a query, a skeleton while it loads, or the error. */
export function QueryContent<Reply>({ query, lines = 4, children }: QueryContentProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <LoadError error={query.error} retry={() => void query.refetch()} />
  return <Skeleton lines={lines} />
}
