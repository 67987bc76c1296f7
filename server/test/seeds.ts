/** Chance in tests: the same in every run, or another one where SEED says so. */
import * as fc from 'fast-check'

export const seed = Number(process.env['SEED'] ?? 20_261_116)

fc.configureGlobal({ seed })
