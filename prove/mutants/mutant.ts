/** One small change to the source, and the tests that must fail because of it. */
export interface Mutant {
  readonly name: string
  /** The wrong behavior, in one sentence. */
  readonly breaks: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files, the most likely to fail first. */
  readonly tests: readonly string[]
}

/** Undefined when the quoted text does not occur exactly once. */
export function applyMutant(text: string, { find, replace }: Mutant): string | undefined {
  const [before, after, ...more] = text.split(find)
  return before === undefined || after === undefined || more.length > 0 ? undefined : before + replace + after
}
