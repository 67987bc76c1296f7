/** One small fault, and the tests that have to notice it. */
export interface Mutant {
  readonly name: string
  /** What goes wrong, in one sentence. */
  readonly breaks: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files, the one that should notice first. */
  readonly tests: readonly string[]
}

/** The text with the fault in it; undefined when the place is not there, or not the only one. */
export function withFault(text: string, { find, replace }: Mutant): string | undefined {
  const [before, after, ...more] = text.split(find)
  return before === undefined || after === undefined || more.length > 0 ? undefined : before + replace + after
}
