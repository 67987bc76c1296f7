import { Command } from 'commander'
import { adminCommands } from './admin.ts'
import { Refused } from './operator.ts'

/** What a script sees of how it went: 0 all is well, 1 the call failed, 2 the answer is bad news. */
const program = new Command('souk')
  .description('The command line of a Souk marketplace')
  .option(
    '--url <url>',
    'where the marketplace is (SOUK_URL)',
    process.env['SOUK_URL'] ?? 'http://localhost:4000',
  )
  .addCommand(adminCommands())
  .showSuggestionAfterError()
  .showHelpAfterError('(add --help for usage)')

program.parseAsync().catch((error: unknown) => {
  const hint = error instanceof Refused ? `\n${error.hint}` : ''
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${hint}\n`)
  process.exitCode = 1
})
