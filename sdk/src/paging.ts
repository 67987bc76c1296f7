import type { CallOptions } from './send.ts'

/** One page of a platform list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** One page of an A2A list, whose items are in a field of their own name. */
export interface TokenPage {
  readonly nextPageToken: string
}

/** Item type of a page: of `items`, or of its only array. */
export type ItemOf<P> =
  P extends Page<infer T> ? T : { [K in keyof P]: P[K] extends readonly (infer T)[] ? T : never }[keyof P]

/** Iterates over all items of a list. Pages are fetched lazily. */
export function iterate<I extends object | undefined, P extends Page<unknown> | TokenPage>(
  list: (input: I, options?: CallOptions) => Promise<P>,
  input: NoInfer<NonNullable<I>>,
  options?: CallOptions,
): AsyncGenerator<ItemOf<P>, void, undefined>
export async function* iterate(
  list: (input: object, options?: CallOptions) => Promise<Page<unknown> | TokenPage>,
  input: object,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  for (let position = {}; ;) {
    const page = await list({ ...input, ...position }, options)
    yield* itemsOf(page)
    const next = 'items' in page ? page.nextCursor : page.nextPageToken
    if (next === null || next === '') return
    position = 'items' in page ? { cursor: next } : { pageToken: next }
  }
}

function itemsOf(page: Page<unknown> | TokenPage): readonly unknown[] {
  return 'items' in page ? page.items : (Object.values(page).find(Array.isArray) ?? [])
}
