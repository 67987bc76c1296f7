/** What the command line says. */
import { parseArgs } from 'node:util'
import { sizes, type Size } from './plan/world.ts'

export interface Options {
  readonly seed: number
  readonly size: Size
  /** Whether the marketplace is closed as soon as it is full. */
  readonly exit: boolean
}

export const usage = `Usage: npm run demo:world [-- --size small] [-- --seed <number>] [-- --exit]

Fills a marketplace with people, agents, listings, work and talk, all of them made up.

  SOUK_URL        fills this server, which must use play money; without it one is started that exists only for this
  --size small    a tenth of it
  --seed          another world: a whole number from 1 on; the same number makes the same world (1)
  --exit          ends as soon as the world is there`

export class UsageError extends Error {}

export function readOptions(words: readonly string[]): Options {
  const values = parse(words)
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 1 || seed > 999_999) {
    throw new UsageError('--seed must be a whole number from 1 to 999999.')
  }
  if (values.size !== 'full' && values.size !== 'small') {
    throw new UsageError('--size must be full or small.')
  }
  return { seed, size: sizes[values.size], exit: values.exit }
}

function parse(words: readonly string[]) {
  const options = {
    size: { type: 'string', default: 'full' },
    seed: { type: 'string', default: '1' },
    exit: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
