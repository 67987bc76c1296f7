import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { say } from '../messages/en/shell.ts'

export function NotFound() {
  return (
    <Page title={say('pageNotFound')}>
      <EmptyState title={say('pageNotFound')}>
        <p>{say('brokenLink')}</p>
        <Link to="/">{say('goToTheHomePage')}</Link>
      </EmptyState>
    </Page>
  )
}
