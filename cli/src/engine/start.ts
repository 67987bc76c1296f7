/** Runs one command line from its words to its exit code. */
import { homedir } from 'node:os'
import { CommanderError } from 'commander'
import { createAsker, type Typed } from './ask.ts'
import { sayTrouble, troubleOf } from './explain.ts'
import { createOutlet, type Printed } from './outlet.ts'
import { profileFile, type Environment } from './profiles.ts'
import { buildProgram, type Call, type Chapter } from './program.ts'
import { exits, Refused } from './refused.ts'
import { openSession } from './session.ts'

export interface Terminal {
  readonly words: readonly string[]
  readonly environment: Environment
  readonly stdin: Typed
  readonly stdout: Printed
  readonly stderr: Printed
  /** Fires when the program is told to end. */
  readonly signal: AbortSignal
}

/** Characters in a line of help where no terminal says how wide it is. */
const pipeWidth = 80

export async function start(
  { chapters, version }: { chapters: readonly Chapter[]; version: string },
  terminal: Terminal,
): Promise<number> {
  let code: number = exits.ok.code
  const { words, stdout, stderr } = terminal
  const output = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    getOutHelpWidth: () => stdout.columns ?? pipeWidth,
    getErrHelpWidth: () => stderr.columns ?? pipeWidth,
  }
  const program = buildProgram({ chapters, version, words, output }, async (call) => {
    code = await performed(call, terminal)
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    // What the parser refuses it has explained already; help is no trouble.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.ok.code : exits.usage.code
    const trouble = troubleOf(error, '')
    stderr.write(sayTrouble(trouble, false))
    return exits[trouble.exit].code
  }
}

async function performed(
  call: Call,
  { environment, stdin, stdout, stderr, signal }: Terminal,
): Promise<number> {
  const { command, texts, common, agreed, json } = call
  let url = ''
  const outlet = createOutlet({ stdout, stderr }, environment, json)
  try {
    const session = await openSession(common, {
      environment,
      profileFile: profileFile(environment, homedir()),
      outlet,
      ask: createAsker(stdin, stderr, outlet.hold),
      signal,
    })
    url = session.url
    const work = command.perform(session, texts, agreed)
    const failed = await (command.lasts ? work : Promise.race([work, interrupted(signal)]))
    return failed ? exits.badNews.code : exits.ok.code
  } catch (error) {
    const trouble = troubleOf(error, url)
    // Interrupted work may still be under way, and its spinner would draw over these lines.
    outlet.hold()
    stderr.write(sayTrouble(trouble, json))
    return exits[trouble.exit].code
  }
}

/** Whoever does not want to wait for an answer any more need not. */
function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('interrupted', 'Interrupted.')), { once: true })
  })
}
