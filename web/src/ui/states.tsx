import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SoukError } from 'souk-sdk'
import { isForbidden, isMissing, isSignedOut } from '../api.ts'
import { Button, ButtonLink } from './button.tsx'
import classes from './states.module.css'

/** Grey bars where something will be, in the shape of what will be there. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** Nothing is here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <path d="M8 62V32a24 24 0 0 1 48 0v30" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M32 14l3 5 5 3-5 3-3 5-3-5-5-3 5-3z" fill="currentColor" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

interface ProblemProps {
  readonly error: SoukError
  readonly retry?: (() => void) | undefined
}

/** Why something could not be done, in the words of the service, beside what was to be done. */
export function Problem({ error, retry }: ProblemProps) {
  return (
    <div className={classes.problem} role="alert">
      <strong>{error.status === 0 ? 'Can’t reach the server. Check your connection.' : error.message}</strong>
      {error.hint === undefined || isForSoftware(error.hint) ? null : <p>{error.hint}</p>}
      {retry === undefined ? null : <Button onClick={retry}>Try again</Button>}
      {error.requestId === undefined || error.status < 500 ? null : <small>Request {error.requestId}</small>}
    </div>
  )
}

/** Why something is not shown, in its place. */
export function Unreadable({ error, retry }: ProblemProps) {
  const { pathname, search, hash } = useLocation()
  if (isSignedOut(error))
    return (
      <Empty title="Sign in to see this">
        <ButtonLink look="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          Sign in
        </ButtonLink>
      </Empty>
    )
  if (isMissing(error))
    return (
      <Empty title="Not found">
        <p>It may have been removed, or you don’t have access.</p>
      </Empty>
    )
  if (isForbidden(error))
    return (
      <Empty title="You don’t have access">
        <p>{error.message}</p>
        {error.hint === undefined || isForSoftware(error.hint) ? null : <p>{error.hint}</p>}
      </Empty>
    )
  return <Problem error={error} retry={retry} />
}

/** A hint that names a call helps nobody who sits in front of buttons. */
function isForSoftware(hint: string): boolean {
  return /\b(GET|POST|PUT|PATCH|DELETE) \//.test(hint)
}

interface LoadedProps<Reply> {
  readonly query: UseQueryResult<Reply, SoukError>
  readonly lines?: number
  readonly children: (reply: Reply) => ReactNode
}

/** What a query brings, or why it does not. */
export function Loaded<Reply>({ query, lines = 4, children }: LoadedProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Unreadable error={query.error} retry={() => void query.refetch()} />
  return <Skeleton lines={lines} />
}

interface PagesProps<Item> {
  readonly pages: {
    readonly items: readonly Item[] | undefined
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
    refetch(): unknown
  }
  readonly empty: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list that can be continued. */
export function Pages<Item>({ pages, empty, children }: PagesProps<Item>) {
  if (pages.items === undefined) {
    const { error } = pages
    return isProblem(error) ? (
      <Unreadable error={error} retry={() => void pages.refetch()} />
    ) : (
      <Skeleton lines={6} />
    )
  }
  if (pages.items.length === 0) return empty
  return (
    <>
      {children(pages.items)}
      {pages.hasNextPage ? (
        <div className={classes.more}>
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}

function isProblem(error: Error | null): error is SoukError {
  return error !== null && error.name === 'SoukError'
}
