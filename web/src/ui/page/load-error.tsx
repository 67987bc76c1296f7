import { useLocation } from 'react-router'
import { isForbidden, isMissing, isSignedOut } from '../../api.ts'
import { ButtonLink } from '../actions/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorMessage, ErrorText, type ErrorMessageProps } from './error-message.tsx'
import { say } from '../../messages/en/ui.ts'

/** Shown in place of content that failed to load. */
export function LoadError({ error, retry }: ErrorMessageProps) {
  const { pathname, search, hash } = useLocation()
  if (isSignedOut(error))
    return (
      <EmptyState title={say('signInToSeeThis')}>
        <ButtonLink variant="primary" to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`}>
          {say('signIn')}
        </ButtonLink>
      </EmptyState>
    )
  if (isMissing(error)) return <Missing />
  if (isForbidden(error))
    return (
      <EmptyState title={say('youDontHaveAccess')}>
        <ErrorText error={error} />
      </EmptyState>
    )
  return <ErrorMessage error={error} retry={retry} />
}

/** Level 1 if the page has nothing else. */
export function Missing({ level = 2 }: { level?: 1 | 2 }) {
  return (
    <EmptyState title={say('notFound')} level={level}>
      <p>{say('removedOrNoAccess')}</p>
      <ButtonLink to="/">{say('goToTheHomePage')}</ButtonLink>
    </EmptyState>
  )
}
