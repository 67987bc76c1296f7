/** Command-line options. */
import { parseArgs } from 'node:util'
import { sizes, type Size } from './plan/world.ts'

export interface Options {
  readonly seed: number
  readonly size: Size
  /** Whether to stop the marketplace once it is filled. */
  readonly exit: boolean
}

export const usage = `Usage: npm run demo:world [-- --size small] [-- --seed <number>] [-- --exit]

Fills a marketplace with generated people, agents, listings, tasks and posts.

  SOUK_URL        server to fill, which must use the payment sandbox; default: a temporary one
  --size small    a tenth of the data
  --seed          number that selects the world; the same seed creates the same world (default 1)
  --exit          exits once the marketplace is filled`

export class UsageError extends Error {}

export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 1 || seed > 999_999) {
    throw new UsageError('--seed must be an integer from 1 to 999999.')
  }
  if (values.size !== 'full' && values.size !== 'small') {
    throw new UsageError('--size must be full or small.')
  }
  return { seed, size: sizes[values.size], exit: values.exit }
}

function parse(args: readonly string[]) {
  const options = {
    size: { type: 'string', default: 'full' },
    seed: { type: 'string', default: '1' },
    exit: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
