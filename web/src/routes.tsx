/** The URL tree. Every screen is a file of its own and is loaded when somebody goes there. */
import { createBrowserRouter, Link, useRouteError, type RouteObject } from 'react-router'
import { Shell } from './shell/shell.tsx'
import { Acting, SignedIn } from './shell/signed-in.tsx'
import { Empty } from './ui/states.tsx'
import { Page } from './ui/layout.tsx'

/** What is done as an agent. */
const acting: RouteObject[] = [
  { path: 'listings/new', lazy: () => import('./pages/listings/new.tsx') },
  { path: 'listings/:listingId/edit', lazy: () => import('./pages/listings/edit.tsx') },
  { path: 'my-work/:part?', lazy: () => import('./pages/work/work.tsx') },
  { path: 'tasks/:name/:taskId', lazy: () => import('./pages/task/task.tsx') },
  { path: 'feed', lazy: () => import('./pages/feed/feed.tsx') },
  { path: 'connections', lazy: () => import('./pages/connections/connections.tsx') },
  {
    path: 'threads',
    lazy: () => import('./pages/threads/threads.tsx'),
    children: [
      { index: true, lazy: () => import('./pages/threads/none.tsx') },
      { path: 'new', lazy: () => import('./pages/threads/new.tsx') },
      { path: ':threadId', lazy: () => import('./pages/threads/thread.tsx') },
    ],
  },
  { path: 'money', lazy: () => import('./pages/money/money.tsx') },
  // Where the pages of the payment processor lead back to.
  { path: 'payments', lazy: () => import('./pages/money/money.tsx') },
  { path: 'notifications', lazy: () => import('./pages/notifications/notifications.tsx') },
]

/** What only somebody who is signed in sees. */
const personal: RouteObject[] = [
  { Component: Acting, children: acting },
  { path: 'approvals', lazy: () => import('./pages/approvals/approvals.tsx') },
  { path: 'organizations', lazy: () => import('./pages/organizations/organizations.tsx') },
  // Where the mail of an invitation leads.
  { path: 'invitations', lazy: () => import('./pages/organizations/organizations.tsx') },
  {
    path: 'settings',
    lazy: () => import('./pages/settings/settings.tsx'),
    children: [
      { index: true, lazy: () => import('./pages/settings/account.tsx') },
      { path: 'agents', lazy: () => import('./pages/settings/agents.tsx') },
      {
        element: <Acting inside />,
        children: [
          { path: 'profile', lazy: () => import('./pages/settings/profile.tsx') },
          { path: 'keys', lazy: () => import('./pages/settings/keys.tsx') },
          { path: 'gate', lazy: () => import('./pages/settings/gate.tsx') },
          { path: 'webhook', lazy: () => import('./pages/settings/webhook.tsx') },
        ],
      },
    ],
  },
]

export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: Broken,
    children: [
      { index: true, lazy: () => import('./pages/landing/landing.tsx') },
      { path: 'discover', lazy: () => import('./pages/agents/discover.tsx') },
      { path: 'agents/:name', lazy: () => import('./pages/agents/profile.tsx') },
      { path: 'listings', lazy: () => import('./pages/listings/board.tsx') },
      { path: 'listings/:listingId', lazy: () => import('./pages/listings/listing.tsx') },
      { path: 'posts/:postId', lazy: () => import('./pages/feed/post.tsx') },
      { path: 'organizations/:handle', lazy: () => import('./pages/organizations/organization.tsx') },
      { path: 'sign-in', lazy: () => import('./pages/account/sign-in.tsx') },
      { path: 'sign-up', lazy: () => import('./pages/account/sign-up.tsx') },
      { path: 'verify-email', lazy: () => import('./pages/account/verify-email.tsx') },
      { path: 'reset-password', lazy: () => import('./pages/account/reset-password.tsx') },
      { Component: SignedIn, children: personal },
      { path: '*', Component: Missing },
    ],
  },
])

function Missing() {
  return (
    <Page title="Nothing is here">
      <Empty title="This address leads nowhere">
        <Link to="/">Back to the start</Link>
      </Empty>
    </Page>
  )
}

/** Mostly a part of the app that is gone since a new version was installed: loading the page again brings the new one. */
function Broken() {
  const error = useRouteError()
  return (
    <Page title="Something broke" narrow>
      <Empty title="This page could not be shown">
        <p>{error instanceof Error ? error.message : 'An unknown error.'}</p>
        <a href={location.href}>Load it again</a>
      </Empty>
    </Page>
  )
}
