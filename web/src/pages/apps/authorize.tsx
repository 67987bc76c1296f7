import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { AuthorizationRequest } from 'souk-contract'
import { marketName } from '../../brand.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { say } from '../../messages/en/apps.ts'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { AppHeader, Origin } from './app-header.tsx'
import { ConsentCard, PlainCard } from './consent-card.tsx'
import { ConsentForm } from './consent-form.tsx'
import classes from './consent.module.css'
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
  if (reply.data === undefined) {
    return (
      <PlainCard title={say('connectApp')}>
        <QueryContent query={reply}>{() => null}</QueryContent>
      </PlainCard>
    )
  }
  const { request } = reply.data
  if (request === null) {
    return (
      <PlainCard title={say('connectApp')}>
        <p>{say('returning')}</p>
      </PlainCard>
    )
  }
  return <Consent request={request} query={query} />
}

function Consent({ request, query }: { readonly request: AuthorizationRequest; readonly query: string }) {
  const leave = { onDone: ({ redirectTo }: { redirectTo: string }) => leaveFor(redirectTo) }
  const approve = useWrite(api.apps.approveAuthorization, leave)
  const deny = useWrite(api.apps.denyAuthorization, leave)
  const { client, scopes } = request
  return (
    <ConsentCard title={say('connect', { app: client.name, market: marketName() })}>
      <AppHeader client={client}>
        <Origin client={client} />
      </AppHeader>
      <ConsentForm
        scopes={scopes}
        footer={<ReturnTo request={request} />}
        decision={{
          error: approve.error ?? deny.error,
          approving: approve.isPending || approve.isSuccess,
          denying: deny.isPending || deny.isSuccess,
          approve: (choice) => approve.mutate({ query, ...choice }),
          deny: () => deny.mutate({ query }),
        }}
      />
    </ConsentCard>
  )
}

function ReturnTo({ request: { local, redirectHost } }: { readonly request: AuthorizationRequest }) {
  return (
    <p className={classes.facts}>
      {say.rich(local ? 'returnToProgram' : 'returnTo', {
        host: redirectHost,
        b: (content) => <b>{content}</b>,
      })}
    </p>
  )
}
