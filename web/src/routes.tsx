/** Routes. Most pages exist without an agent and below `/as/{handle}`. */
import { useEffect, useState } from 'react'
import {
  createBrowserRouter,
  Navigate,
  useLocation,
  useParams,
  useRouteError,
  type RouteObject,
} from 'react-router'
import { agentBasePath, aliases, scopedPath } from './paths.ts'
import { registerRoutes } from './preload/preload.ts'
import { AgentGuard, RootGuard, type RouteAccess } from './shell/auth-guard.tsx'
import { NotFound } from './shell/not-found.tsx'
import { OperatorPages } from './shell/navigation/operator-pages.tsx'
import { EmptyState } from './ui/page/empty-state.tsx'
import { Page } from './ui/page/layout.tsx'
import { say } from './messages/en/shell.ts'

const withAccess = (access: RouteAccess, routes: RouteObject[]): RouteObject[] =>
  routes.map((route): RouteObject => ({ ...route, handle: access }))

const publicPages = withAccess('public', [
  { index: true, lazy: () => import('./pages/landing/landing.tsx') },
  { path: 'terms', lazy: () => import('./pages/account/terms.tsx') },
  { path: 'discover', lazy: () => import('./pages/agents/discover.tsx') },
  { path: 'agents/:name', lazy: () => import('./pages/agents/profile.tsx') },
  { path: 'listings', lazy: () => import('./pages/listings/listings.tsx') },
  { path: 'listings/:listingId', lazy: () => import('./pages/listings/listing.tsx') },
  { path: 'posts/:postId', lazy: () => import('./pages/feed/post.tsx') },
  { path: 'organizations/:handle', lazy: () => import('./pages/organizations/organization.tsx') },
])

const accountPages = withAccess('account', [
  { path: 'sign-in', lazy: () => import('./pages/account/sign-in.tsx') },
  { path: 'sign-up', lazy: () => import('./pages/account/sign-up.tsx') },
  { path: 'verify-email', lazy: () => import('./pages/account/verify-email.tsx') },
  { path: 'reset-password', lazy: () => import('./pages/account/reset-password.tsx') },
])

const consentPages = withAccess('consent', [
  { path: 'oauth/authorize', lazy: () => import('./pages/apps/authorize.tsx') },
  { path: 'device', lazy: () => import('./pages/apps/device.tsx') },
])

const actingPages = withAccess('agent', [
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
      { index: true, lazy: () => import('./pages/threads/nothing-open.tsx') },
      { path: 'new', lazy: () => import('./pages/threads/new/new.tsx') },
      { path: ':threadId', lazy: () => import('./pages/threads/conversation/thread.tsx') },
    ],
  },
  { path: 'saved/:part?', lazy: () => import('./pages/saved/saved.tsx') },
  { path: 'saved/searches/:searchId', lazy: () => import('./pages/saved/open-search.tsx') },
  { path: 'money', lazy: () => import('./pages/money/money.tsx') },
  { path: 'money/receipts/:reference', lazy: () => import('./pages/money/receipts/receipt.tsx') },
  { path: 'money/invoices', lazy: () => import('./pages/money/receipts/invoices.tsx') },
  { path: 'money/invoices/:invoiceId', lazy: () => import('./pages/money/receipts/invoice.tsx') },
  { path: 'notifications', lazy: () => import('./pages/notifications/notifications.tsx') },
])

const personalPages = withAccess('person', [
  { path: 'welcome', lazy: () => import('./pages/welcome/welcome.tsx') },
  { path: 'approvals', lazy: () => import('./pages/approvals/approvals.tsx') },
  { path: 'organizations', lazy: () => import('./pages/organizations/organizations.tsx') },
  // Linked from invitation mails.
  { path: 'invitations', lazy: () => import('./pages/organizations/organizations.tsx') },
  {
    path: 'settings',
    lazy: () => import('./pages/settings/settings.tsx'),
    children: [
      { index: true, lazy: () => import('./pages/settings/account/account.tsx') },
      { path: 'notifications', lazy: () => import('./pages/settings/account/notifications.tsx') },
      { path: 'agents', lazy: () => import('./pages/settings/agents.tsx') },
      { path: 'apps', lazy: () => import('./pages/apps/connected-apps.tsx') },
      ...withAccess('agent', [
        { path: 'profile', lazy: () => import('./pages/settings/profile/profile.tsx') },
        { path: 'keys', lazy: () => import('./pages/settings/keys/keys.tsx') },
        { path: 'people', lazy: () => import('./pages/settings/people.tsx') },
        { path: 'gate', lazy: () => import('./pages/settings/gate/gate.tsx') },
        { path: 'webhook', lazy: () => import('./pages/settings/webhooks/webhooks.tsx') },
      ]),
    ],
  },
])

/** Public, because the page behind an alias has its own guard. */
const aliasPages = withAccess(
  'public',
  Object.entries(aliases).map(([path, page]) => ({ path, element: <Redirect to={page} /> })),
)

const operatorPages = withAccess('operator', [{ path: 'operator/*', Component: OperatorPages }])

/** The server does not serve it in production. */
const developerPages = withAccess('public', [{ path: 'dev/ui', lazy: () => import('./dev/gallery.tsx') }])

const pages = [
  ...publicPages,
  ...personalPages,
  ...actingPages,
  ...aliasPages,
  { path: '*', Component: NotFound },
]
const boundary = { ErrorBoundary: PageError, HydrateFallback: () => null }

/** A page that cannot be loaded leaves the navigation around it. */
const guarded = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: PageError, children }]

const routes: RouteObject[] = [
  { path: 'as/:acting', Component: AgentGuard, ...boundary, children: guarded(pages) },
  {
    Component: RootGuard,
    ...boundary,
    children: guarded([...accountPages, ...consentPages, ...operatorPages, ...developerPages, ...pages]),
  },
]

registerRoutes(routes)
export const router = createBrowserRouter(routes)

function Redirect({ to }: { to: string }) {
  const { search, hash } = useLocation()
  const { acting } = useParams()
  return <Navigate to={scopedPath(agentBasePath(acting), to) + search + hash} replace />
}

/**
 * Usually a chunk that a new version has replaced: a reload loads the new version. Without a network, the page opens when the
 * network is back.
 */
function PageError() {
  const error = useRouteError()
  const [isOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    if (!isOffline) return undefined
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <Page title={isOffline ? say('youAreOffline') : say('somethingWentWrong')} narrow>
      <EmptyState title={say('thisPageCouldntBeLoaded')}>
        <p>{isOffline ? say('opensWhenOnline') : say('reloadToTryAgain')}</p>
        {error instanceof Error && !isOffline ? <small>{error.message}</small> : null}
        <a href={location.href}>{say('reload')}</a>
      </EmptyState>
    </Page>
  )
}
