import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { AuthorizationRequest } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { say } from '../../messages/en/apps.ts'
import { BlankPage, Page } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import classes from './consent-form.module.css'
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
        {({ request }) => (request === null ? null : <Consent request={request} query={query} />)}
      </QueryContent>
    </Page>
  )
}

function Consent({ request, query }: { readonly request: AuthorizationRequest; readonly query: string }) {
  const leave = { onDone: ({ redirectTo }: { redirectTo: string }) => leaveFor(redirectTo) }
  const approve = useWrite(api.apps.approveAuthorization, leave)
  const deny = useWrite(api.apps.denyAuthorization, leave)
  return (
    <ConsentForm
      scopes={request.scopes}
      origin={<Origin client={request.client} />}
      footer={<ReturnTo request={request} />}
      decision={{
        error: approve.error ?? deny.error,
        approving: approve.isPending || approve.isSuccess,
        denying: deny.isPending,
        approve: (choice) => approve.mutate({ query, ...choice }),
        deny: () => deny.mutate({ query }),
      }}
    />
  )
}

/** Who asks: a checked domain, or a warning. */
function Origin({ client }: Pick<AuthorizationRequest, 'client'>) {
  if (client.host === null) return <p className={classes.warning}>{say('unverified')}</p>
  return <p className="muted">{say.rich('by', { host: client.host, b: (content) => <b>{content}</b> })}</p>
}

function ReturnTo({ request: { local, redirectHost } }: { readonly request: AuthorizationRequest }) {
  return (
    <p className="muted">
      {say.rich(local ? 'returnToProgram' : 'returnTo', {
        host: redirectHost,
        b: (content) => <b className={classes.host}>{content}</b>,
      })}
    </p>
  )
}
