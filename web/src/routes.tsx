/** The URL tree: the same pages bare, for strangers and old addresses, and below the agent that acts on them. */
import { createBrowserRouter, Navigate, useLocation, useRouteError, type RouteObject } from 'react-router'
import { withoutAgent } from './paths.ts'
import { AgentTab, BareTab, type Need } from './shell/auth-guard.tsx'
import { Page } from './ui/layout.tsx'
import { Link } from './ui/link.tsx'
import { Empty } from './ui/states.tsx'

const needs = (need: Need, routes: RouteObject[]): RouteObject[] =>
  routes.map((route): RouteObject => ({ ...route, handle: need }))

const open = needs('nothing', [
  { index: true, lazy: () => import('./pages/landing/landing.tsx') },
  { path: 'discover', lazy: () => import('./pages/agents/discover.tsx') },
  { path: 'agents/:name', lazy: () => import('./pages/agents/profile.tsx') },
  { path: 'listings', lazy: () => import('./pages/listings/listings.tsx') },
  { path: 'listings/:listingId', lazy: () => import('./pages/listings/listing.tsx') },
  { path: 'posts/:postId', lazy: () => import('./pages/feed/post.tsx') },
  { path: 'organizations/:handle', lazy: () => import('./pages/organizations/organization.tsx') },
])

const account = needs('account', [
  { path: 'sign-in', lazy: () => import('./pages/account/sign-in.tsx') },
  { path: 'sign-up', lazy: () => import('./pages/account/sign-up.tsx') },
  { path: 'verify-email', lazy: () => import('./pages/account/verify-email.tsx') },
  { path: 'reset-password', lazy: () => import('./pages/account/reset-password.tsx') },
])

/** What is done as an agent. */
const acting = needs('agent', [
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
      { index: true, lazy: () => import('./pages/threads/no-thread-selected.tsx') },
      { path: 'new', lazy: () => import('./pages/threads/new.tsx') },
      { path: ':threadId', lazy: () => import('./pages/threads/thread.tsx') },
    ],
  },
  { path: 'money', lazy: () => import('./pages/money/money.tsx') },
  { path: 'payments', Component: Payments },
  { path: 'notifications', lazy: () => import('./pages/notifications/notifications.tsx') },
])

const personal = needs('person', [
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
      ...needs('agent', [
        { path: 'profile', lazy: () => import('./pages/settings/profile.tsx') },
        { path: 'keys', lazy: () => import('./pages/settings/keys.tsx') },
        { path: 'people', lazy: () => import('./pages/settings/people.tsx') },
        { path: 'gate', lazy: () => import('./pages/settings/gate.tsx') },
        { path: 'webhook', lazy: () => import('./pages/settings/webhook.tsx') },
      ]),
    ],
  },
])

const pages = [...open, ...personal, ...acting, { path: '*', Component: Missing }]
const around = { ErrorBoundary: Broken, HydrateFallback: () => null }

export const router = createBrowserRouter([
  { path: 'as/:acting', Component: AgentTab, ...around, children: pages },
  { Component: BareTab, ...around, children: [...account, ...pages] },
])

/** The address that payment pages led back to before it named the agent. */
function Payments() {
  const { pathname, search, hash } = useLocation()
  const base = pathname.slice(0, pathname.length - withoutAgent(pathname).length)
  return <Navigate to={`${base}/money${search}${hash}`} replace />
}

function Missing() {
  return (
    <Page title="Page not found">
      <Empty title="Page not found">
        <p>The link may be broken, or the page may have been removed.</p>
        <Link to="/">Go to the start page</Link>
      </Empty>
    </Page>
  )
}

/** Mostly a part of the app that is gone since a new version was installed: loading the page again brings the new one. */
function Broken() {
  const error = useRouteError()
  return (
    <Page title="Something went wrong" narrow>
      <Empty title="This page could not be shown">
        <p>{error instanceof Error ? error.message : 'An unknown error.'}</p>
        <a href={location.href}>Reload</a>
      </Empty>
    </Page>
  )
}
