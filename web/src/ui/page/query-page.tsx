import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { isMissing } from '../../api.ts'
import { DocumentTitle } from './document-title.tsx'
import { BlankPage, Page } from './layout.tsx'
import { LoadError, Missing } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'
import { say } from '../../messages/en/ui.ts'

interface QueryPageProps<Reply> {
  readonly query: UseQueryResult<Reply, SoukError>
  readonly lines?: number
  /** Placeholder in the shape of the page. */
  readonly loading?: ReactNode
  readonly children: (reply: Reply) => ReactNode
}

/** A page whose title comes from the reply of its query. */
export function QueryPage<Reply>({ query, lines = 8, loading, children }: QueryPageProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null)
    return (
      loading ?? (
        <BlankPage>
          <Skeleton lines={lines} />
        </BlankPage>
      )
    )
  if (isMissing(query.error))
    return (
      <BlankPage>
        <DocumentTitle title={say('notFound')} />
        <Missing level={1} />
      </BlankPage>
    )
  return (
    <Page title={say('somethingWentWrong')}>
      <LoadError error={query.error} retry={() => void query.refetch()} />
    </Page>
  )
}
