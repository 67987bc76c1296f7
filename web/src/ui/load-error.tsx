import { useLocation } from 'react-router'
import { isForbidden, isMissing, isSignedOut } from '../api.ts'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorMessage, type ErrorMessageProps } from './error-message.tsx'

/** Shown in place of content that failed to load. */
export function LoadError({ error, retry }: ErrorMessageProps) {
  const { pathname, search, hash } = useLocation()
  if (isSignedOut(error))
    return (
      <EmptyState title="Sign in to see this">
        <ButtonLink variant="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          Sign in
        </ButtonLink>
      </EmptyState>
    )
  if (isMissing(error))
    return (
      <EmptyState title="Not found">
        <p>It may have been removed, or you don’t have access.</p>
      </EmptyState>
    )
  if (isForbidden(error))
    return (
      <EmptyState title="You don’t have access">
        <p>{error.message}</p>
        {error.hint === undefined ? null : <p>{error.hint}</p>}
      </EmptyState>
    )
  return <ErrorMessage error={error} retry={retry} />
}
