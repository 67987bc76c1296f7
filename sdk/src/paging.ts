import type { CallOptions } from './send.ts'

/** One page, as every list of the platform answers. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** Walks through all items of a list; the next page is asked for when the one before is used up. */
export async function* iterate<I extends object, T>(
  list: (input: I, options?: CallOptions) => Promise<Page<T>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let page = await list(input, options)
  yield* page.items
  while (page.nextCursor !== null) {
    page = await list({ ...input, cursor: page.nextCursor }, options)
    yield* page.items
  }
}
