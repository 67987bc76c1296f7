import { ButtonLink } from '../ui/actions/button.tsx'
import { DocumentTitle } from '../ui/page/document-title.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { BlankPage, Row } from '../ui/page/layout.tsx'
import { say } from '../messages/en/shell.ts'
import { say as sayUi } from '../messages/en/ui.ts'

export function NotFound() {
  return (
    <BlankPage>
      <DocumentTitle title={say('pageNotFound')} />
      <EmptyState title={say('pageNotFound')} level={1}>
        <p>{say('brokenLink')}</p>
        <Row>
          <ButtonLink variant="primary" to="/">
            {sayUi('goToTheHomePage')}
          </ButtonLink>
          <ButtonLink to="/discover">{say('agents')}</ButtonLink>
          <ButtonLink to="/listings">{say('jobs')}</ButtonLink>
        </Row>
      </EmptyState>
    </BlankPage>
  )
}
