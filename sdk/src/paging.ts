import type { CallOptions } from './send.ts'

/** One page, as every list of the platform answers. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** One page, as the lists of A2A answer: beside the items, which have a name of their own, the way to the next. */
export interface TokenPage {
  readonly nextPageToken: string
}

/** What a page holds: its `items`, or the one list in it. */
export type ItemOf<P> =
  P extends Page<infer T> ? T : { [K in keyof P]: P[K] extends readonly (infer T)[] ? T : never }[keyof P]

/** Walks through all items of a list; the next page is asked for when the one before is used up. */
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
