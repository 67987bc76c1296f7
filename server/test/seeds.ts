/** Chance and size: the same small ones in every `npm test`; another chance and the whole size in each `npm run test:system`. */
import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    thorough: boolean
  }
}

export const thorough = inject('thorough')

export const seed = Number(process.env['SEED'] ?? (thorough ? randomInt(2 ** 31) : 20_261_116))
if (thorough) process.stdout.write(`SEED=${seed} repeats the chance of these tests.\n`)

/** How often a race is run. */
export const rounds = (count: number): number => (thorough ? count : Math.ceil(count / 4))

fc.configureGlobal({ seed })
