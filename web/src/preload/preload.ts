/** Loads the chunk of a page and its first queries when a link is about to be followed, so that the page paints without a spinner. */
import { matchRoutes, type Params, type RouteObject } from 'react-router'
import { pagesOptions, readOptions, type ListReply, type Read } from '../api.ts'
import type { Scope } from '../identity/scope.ts'
import { limitPreloads } from './limit-preloads.ts'

interface PreloadContext {
  readonly params: Params
  readonly search: URLSearchParams
  /** Currency of the marketplace, as `useCurrency` returns it. */
  readonly currency: string
  read<Input, Reply>(read: Read<Input, Reply>, input: Input): void
  pages<const Input extends object, Item>(
    read: Read<Input & { cursor?: string }, ListReply<Item>>,
    input: Input,
  ): void
}

/** Exported by a page as `preload`: starts the queries that the page runs first, with the same inputs. */
export type Preload = (context: PreloadContext) => void

let routes: readonly RouteObject[] = []

/** The routes import the pages, and the pages import links: links learn the routes at the start. */
export function registerRoutes(all: readonly RouteObject[]): void {
  routes = all
}

const preloaders = new WeakMap<Scope, (path: string) => void>()

/** Pages of another agent get no queries: they would run as the agent of this scope. */
function preloadPath(scope: Scope, path: string): void {
  const known = preloaders.get(scope)
  const preload =
    known ?? limitPreloads({ load: (to) => load(scope, to), savesData, now: () => performance.now() })
  if (known === undefined) preloaders.set(scope, preload)
  preload(path)
}

async function load(scope: Scope, path: string): Promise<void> {
  const url = new URL(path, location.origin)
  const matches = matchRoutes([...routes], url.pathname) ?? []
  const modules = await Promise.all(
    matches.flatMap(({ route: { lazy } }) => (typeof lazy === 'function' ? [lazy()] : [])),
  )
  const params = matches.at(-1)?.params ?? {}
  if (scope.signal.aborted || params['acting'] !== scope.handle) return
  const context = contextOf(scope, params, url.searchParams)
  for (const page of modules) {
    const preload: unknown = Reflect.get(page, 'preload')
    if (isPreload(preload)) preload(context)
  }
}

const isPreload = (value: unknown): value is Preload => typeof value === 'function'

function contextOf(scope: Scope, params: Params, search: URLSearchParams): PreloadContext {
  const { queries } = scope
  const stats = queries.getQueryData<{ readonly currency: string }>(['service', 'getStats', {}])
  return {
    params,
    search,
    currency: stats?.currency ?? 'USD',
    read: (read, input) => void queries.prefetchQuery(readOptions(scope, read, input)),
    pages: (read, input) => void queries.prefetchInfiniteQuery(pagesOptions(scope, read, input)),
  }
}

/** Set by people who pay for their data, and reported for very slow networks. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  const [saves, speed] = [Reflect.get(connection, 'saveData'), Reflect.get(connection, 'effectiveType')]
  return saves === true || String(speed).endsWith('2g')
}

/** A pointer that only passes over a link does not stay this long. */
const intentMs = 65
let intent: ReturnType<typeof setTimeout> | undefined

/** Preloads a path if the pointer or the focus stays on its link. */
export function intendPath(scope: Scope, path: string): void {
  forgetIntent()
  if (isOtherPage(path)) intent = setTimeout(() => preloadPath(scope, path), intentMs)
}

export function forgetIntent(): void {
  clearTimeout(intent)
}

/** Preloads a path now: the person has pressed its link. */
export function pressPath(scope: Scope, path: string): void {
  forgetIntent()
  if (isOtherPage(path)) preloadPath(scope, path)
}

/** Links to a place or another search of the same page load nothing ahead. */
function isOtherPage(path: string): boolean {
  return path.startsWith('/') && new URL(path, location.origin).pathname !== location.pathname
}
