/** Links and navigation of the app. Addresses are written without an agent; here they get the one of the screen. */
import { useCallback } from 'react'
import {
  Link as RouterLink,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
  type LinkProps as RouterLinkProps,
  type NavLinkProps as RouterNavLinkProps,
} from 'react-router'
import { useScope } from '../identity/scope-context.tsx'
import { placeBelow } from '../paths.ts'

type LinkProps = Omit<RouterLinkProps, 'to'> & { readonly to: string }

export function Link({ to, ...rest }: LinkProps) {
  const { base } = useScope()
  return <RouterLink to={placeBelow(base, to)} {...rest} />
}

type NavLinkProps = Omit<RouterNavLinkProps, 'to'> & { readonly to: string }

export function NavLink({ to, ...rest }: NavLinkProps) {
  const { base } = useScope()
  return <RouterNavLink to={placeBelow(base, to)} {...rest} />
}

export function useNavigate(): (to: string) => Promise<void> {
  const { base } = useScope()
  const navigate = useRouterNavigate()
  return useCallback(async (to: string) => navigate(placeBelow(base, to)), [base, navigate])
}
