/** The only place that knows name, logo and color of the marketplace: as the page came with them, then as the policy changes. */
import { useSyncExternalStore } from 'react'

interface Brand {
  readonly name: string
  /** Path of the logo; null for the built-in one. */
  readonly logo: string | null
}

interface Market {
  readonly name: string
  readonly logo: { readonly path: string; readonly mediaType: string } | null
  readonly accentColor: string | null
}

let brand: Brand | undefined
const listeners = new Set<() => void>()

export function useBrand(): Brand {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => currentBrand(),
  )
}

/** For sentences. Titles and logos follow changes with `useBrand`. */
export function marketName(): string {
  return currentBrand().name
}

function currentBrand(): Brand {
  brand ??= { name: metaContent('application-name') ?? 'Souk', logo: brandedIcon() }
  return brand
}

/** Applies the brand of the policy to this page. */
export function showBrand({ name, logo, accentColor }: Market): void {
  showIcon(logo)
  showAccent(accentColor)
  const { name: shownName, logo: shownLogo } = currentBrand()
  if (shownName === name && shownLogo === (logo?.path ?? null)) return
  brand = { name, logo: logo?.path ?? null }
  for (const listener of listeners) listener()
}

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

function iconLink(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>('link[rel="icon"]')
}

function brandedIcon(): string | null {
  const path = iconLink()?.getAttribute('href') ?? ''
  return path.startsWith('/branding/') ? path : null
}

function showIcon(logo: Market['logo']): void {
  const link = iconLink()
  const path = logo?.path ?? '/icon.svg'
  if (link === null || link.getAttribute('href') === path) return
  link.type = logo?.mediaType ?? 'image/svg+xml'
  link.href = path
}

/** The style sheet of an accent color overrides the design tokens. */
function showAccent(color: string | null): void {
  const shown = document.querySelector<HTMLLinkElement>('link#accent')
  const path = color === null ? undefined : `/branding/accent-${color.slice(1)}.css`
  if ((shown?.getAttribute('href') ?? undefined) === path) return
  if (path === undefined) {
    shown?.remove()
    return
  }
  const link = document.createElement('link')
  link.id = 'accent'
  link.rel = 'stylesheet'
  link.href = path
  // The former color stays until the new one has loaded.
  link.addEventListener('load', () => shown?.remove())
  document.head.append(link)
}
