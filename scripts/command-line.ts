/** Command-line handling shared by `prove` and `bench`: `--help`, one-line errors, exit code 2 for invalid arguments. */

/** Invalid arguments; the message is shown without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs a command and returns its exit code. */
export async function runCommand(usage: string, command: () => Promise<number>): Promise<number> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(usage)
    return 0
  }
  try {
    return await command()
  } catch (error) {
    const problem = usageProblem(error)
    if (problem === undefined) throw error
    process.stderr.write(`${problem} Use --help to see the usage.\n`)
    return 2
  }
}

export function wholeNumber(option: string, value: string, least = 0): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isSafeInteger(number) || number < least) {
    throw new UsageError(`${option} must be an integer of at least ${least}.`)
  }
  return number
}

/** `parseArgs` adds advice on positional arguments after the first sentence; only the sentence is kept. */
function usageProblem(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  const isParseError =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  return isParseError ? `${error.message.split(/\.\s|\n/)[0]}.` : undefined
}
