/** Runs one command line, from its arguments to its exit code. */
import { homedir } from 'node:os'
import { CommanderError } from 'commander'
import { createOutput, type OutputStream } from '../terminal/output.ts'
import { createPrompt, type InputStream } from '../terminal/prompt.ts'
import { createContext } from './context.ts'
import { formatReport, reportError } from './error-report.ts'
import { CliError, exits } from './errors.ts'
import { compileFilter } from './jq/jq.ts'
import { profileFile, type Environment } from './profiles.ts'
import { createWriteTracker } from './write-tracker.ts'
import { buildProgram, type Invocation, type Section } from './program.ts'

/** Parts of the process that the CLI uses; tests replace them. */
interface ProcessIo {
  /** Arguments without the interpreter and the script. */
  readonly argv: readonly string[]
  readonly environment: Environment
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Aborts on Ctrl-C and termination signals. */
  readonly signal: AbortSignal
}

/** Width of help that is not printed to a terminal. */
const defaultHelpWidth = 80

export async function runCli(
  { sections, version }: { sections: readonly Section[]; version: string },
  io: ProcessIo,
): Promise<number> {
  let code: number = exits.ok.code
  const { argv, stdout, stderr } = io
  const output = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    getOutHelpWidth: () => stdout.columns ?? defaultHelpWidth,
    getErrHelpWidth: () => stderr.columns ?? defaultHelpWidth,
  }
  const program = buildProgram({ sections, version, argv, output }, async (invocation) => {
    code = await execute(invocation, io)
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    // Commander has already printed its errors, and ends help with an error of code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.ok.code : exits.usage.code
    const report = reportError(error, { url: '', unanswered: undefined })
    stderr.write(formatReport(report, false))
    return exits[report.exit].code
  }
}

async function execute(
  { command, raw, globals, assumeYes, json, jq }: Invocation,
  { environment, stdin, stdout, stderr, signal }: ProcessIo,
): Promise<number> {
  let url = ''
  const writes = createWriteTracker(globals.idempotencyKey ?? crypto.randomUUID())
  let pauseSpinner = () => {}
  try {
    const filter = jq === undefined ? undefined : compileFilter(jq)
    const output = createOutput({ stdout, stderr }, environment, { json, filter })
    pauseSpinner = output.pauseSpinner
    const context = await createContext(globals, {
      environment,
      profileFile: profileFile(environment, homedir()),
      output,
      prompt: createPrompt(stdin, stderr, output.pauseSpinner),
      stdin,
      signal,
      fetch: writes.fetch,
    })
    url = context.url
    const work = command.execute(context, raw, assumeYes)
    const isFailure = await (command.streaming ? work : Promise.race([work, rejectOnAbort(signal)]))
    return isFailure ? exits.failed.code : exits.ok.code
  } catch (error) {
    const report = reportError(error, { url, unanswered: writes.unanswered() })
    // Interrupted work may still be running, and its spinner would draw over the report.
    pauseSpinner()
    stderr.write(formatReport(report, json))
    return exits[report.exit].code
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CliError('interrupted', 'Interrupted.')), {
      once: true,
    })
  })
}
