/** Links and navigation. Callers write paths without an agent; these add the acting agent of the scope. */
import { useCallback } from 'react'
import {
  Link as RouterLink,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
  type LinkProps as RouterLinkProps,
  type NavLinkProps as RouterNavLinkProps,
} from 'react-router'
import { useScope } from '../identity/scope-context.tsx'
import { scopedPath } from '../paths.ts'

type LinkProps = Omit<RouterLinkProps, 'to'> & { readonly to: string }

export function Link({ to, ...rest }: LinkProps) {
  const { base } = useScope()
  return <RouterLink to={scopedPath(base, to)} {...rest} />
}

type NavLinkProps = Omit<RouterNavLinkProps, 'to' | 'className'> & {
  readonly to: string
  readonly className?: RouterNavLinkProps['className'] | undefined
}

export function NavLink({ to, className = '', ...rest }: NavLinkProps) {
  const { base } = useScope()
  return <RouterNavLink to={scopedPath(base, to)} className={className} {...rest} />
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
