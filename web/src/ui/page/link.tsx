/** Links and navigation. Callers write paths without an agent; these add the acting agent of the scope. */
import { useCallback, type FocusEvent, type PointerEvent } from 'react'
import {
  Link as RouterLink,
  Navigate,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
  type LinkProps as RouterLinkProps,
  type NavLinkProps as RouterNavLinkProps,
} from 'react-router'
import { useScope } from '../../identity/scope-context.tsx'
import { scopedPath } from '../../paths.ts'
import { forgetIntent, intendPath, pressPath } from '../../preload/preload.ts'

type LinkProps = Omit<RouterLinkProps, 'to' | PreloadEvent> & { readonly to: string }

export function Link({ to, ...rest }: LinkProps) {
  const { path, preload } = useTarget(to)
  return <RouterLink to={path} {...rest} {...preload} />
}

type PreloadEvent = 'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'

/** The path with the acting agent, and handlers that preload its page. */
function useTarget(to: string) {
  const scope = useScope()
  const path = scopedPath(scope.base, to)
  const preload = {
    // A finger enters a link only by pressing it.
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      pointerType === 'mouse' ? intendPath(scope, path) : undefined,
    onPointerLeave: forgetIntent,
    onPointerDown: ({ button }: PointerEvent) => (button === 0 ? pressPath(scope, path) : undefined),
    onFocus: ({ target }: FocusEvent) =>
      target.matches(':focus-visible') ? intendPath(scope, path) : undefined,
    onBlur: forgetIntent,
  }
  return { path, preload }
}

type NavLinkProps = Omit<RouterNavLinkProps, 'to' | 'className' | PreloadEvent> & {
  readonly to: string
  readonly className?: RouterNavLinkProps['className'] | undefined
}

export function NavLink({ to, className = '', ...rest }: NavLinkProps) {
  const { path, preload } = useTarget(to)
  return <RouterNavLink to={path} className={className} {...rest} {...preload} />
}

/** Replaces the page in the history, so that "Back" does not return to it. */
export function Redirect({ to }: { to: string }) {
  const { base } = useScope()
  return <Navigate to={scopedPath(base, to)} replace />
}

export function useNavigate(): (to: string) => Promise<void> {
  const { base } = useScope()
  const navigate = useRouterNavigate()
  return useCallback(async (to: string) => navigate(scopedPath(base, to)), [base, navigate])
}

/** Replaces the query string of the current page. */
export function useReplaceSearch(): (search: URLSearchParams) => Promise<void> {
  const navigate = useRouterNavigate()
  return useCallback(
    async (search: URLSearchParams) => navigate({ search: search.toString() }, { replace: true }),
    [navigate],
  )
}
