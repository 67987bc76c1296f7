import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api, useRead } from '../../api.ts'
import { say } from '../../messages/en/apps.ts'
import { BlankPage, Page } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ConsentForm } from './consent-form.tsx'
import { leaveFor } from './leave-for.ts'

/** The authorization endpoint of OAuth, where an app sends a person. The server validates the whole query. */
export function Component() {
  const { search } = useLocation()
  const query = search.slice(1)
  const reply = useRead(api.apps.requestAuthorization, { query })
  const redirectTo = reply.data?.redirectTo ?? null
  useEffect(() => {
    if (redirectTo !== null) leaveFor(redirectTo)
  }, [redirectTo])
  if (redirectTo !== null) {
    return (
      <BlankPage>
        <p>{say('returning')}</p>
      </BlankPage>
    )
  }
  const name = reply.data?.request?.client.name
  return (
    <Page title={name === undefined ? say('connectApp') : say('connect', { app: name })} narrow>
      <QueryContent query={reply}>
        {({ request }) => (request === null ? null : <ConsentForm request={request} query={query} />)}
      </QueryContent>
    </Page>
  )
}
