import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { isMissing } from '../api.ts'
import { BlankPage, Page } from './layout.tsx'
import { LoadError } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'
import { say } from '../messages/en/ui.ts'

interface QueryPageProps<Reply> {
  readonly query: UseQueryResult<Reply, SoukError>
  readonly lines?: number
  readonly children: (reply: Reply) => ReactNode
}

/** A page whose title comes from the reply of its query. */
export function QueryPage<Reply>({ query, lines = 8, children }: QueryPageProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null)
    return (
      <BlankPage>
        <Skeleton lines={lines} />
      </BlankPage>
    )
  return (
    <Page title={isMissing(query.error) ? say('notFound') : say('somethingWentWrong')}>
      <LoadError error={query.error} retry={() => void query.refetch()} />
    </Page>
  )
}
