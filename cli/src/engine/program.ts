/** Builds the commander program, which parses the command line and prints help, from the command tree. */
import { Command as Parser, Option, type Argument, type OutputConfiguration } from 'commander'
import {
  isGroup,
  toKebabCase,
  type Command,
  type CommandGroup,
  type CommandNode,
  type RawValues,
} from './command.ts'
import type { GlobalOptions } from './context.ts'
import { CliError } from './errors.ts'
import type { Param } from './params.ts'

/** Parsed command line. */
export interface Invocation {
  readonly command: Command
  readonly raw: RawValues
  readonly globals: GlobalOptions
  readonly assumeYes: boolean
  readonly json: boolean
  /** Filter of the result. */
  readonly jq: string | undefined
}

/** Titled part of the command list in the help. */
export interface Section {
  readonly title: string
  readonly nodes: readonly CommandNode[]
}

/** Options of every command, before the command or after its arguments. A command's own option of the same name wins. */
export const globalOptions: readonly (readonly [flags: string, description: string])[] = [
  ['--url <url>', 'Address of the marketplace (SOUK_URL; default http://localhost:4000)'],
  ['--profile <name>', 'Profile to use (SOUK_PROFILE; default: see "souk profiles use")'],
  ['--agent <agent>', 'Agent to act as (SOUK_AGENT)'],
  [
    '--idempotency-key <key>',
    'Idempotency key of the write; the same command with the same key takes effect once (default: generated)',
  ],
  ['--json', 'Print the result as JSON'],
  ['--jq <filter>', 'Filter the JSON result with a jq expression'],
]

interface ProgramOptions {
  readonly sections: readonly Section[]
  readonly version: string
  readonly argv: readonly string[]
  /** Streams for help and usage errors. */
  readonly output?: OutputConfiguration
}

type Run = (invocation: Invocation) => Promise<void>

/** Parser of a group. A group without a command prints its help, which is an answer and no error. */
class GroupParser extends Parser {
  override help(): never {
    return super.help()
  }
}

/** Only nodes that `argv` names get full parsers: building all of them takes a noticeable part of the start-up time. */
export function buildProgram({ sections, version, argv, output = {} }: ProgramOptions, run: Run): Parser {
  const isNamed = (name: string) => argv.includes(name) || argv.includes('help')
  const program = new GroupParser('souk')
    .description('Command line for Souk marketplaces')
    .version(version, '-V, --version', 'Print the version')
    .enablePositionalOptions()
    .helpCommand(false)
  addGlobalOptions(program, [])
  for (const { title, nodes } of sections) {
    for (const node of nodes) {
      const parser = isNamed(node.name) ? parserOf(node, [node.name], run) : summaryParser(node)
      program.addCommand(parser.helpGroup(`${title}:`))
    }
  }
  program
    .addCommand(helpParser(program))
    .addHelpText('after', '\nRun "souk help <command>" for details and examples.')
  return configureTree(program, output)
}

/** Parser with the summary and arguments only, for the command list. */
function summaryParser(node: CommandNode): Parser {
  const parser = new Parser(node.name).description(node.summary)
  if (!isGroup(node)) addArguments(parser, node)
  return parser
}

function parserOf(node: CommandNode, path: readonly string[], run: Run): Parser {
  return isGroup(node) ? groupParser(node, path, run) : commandParser(node, run)
}

function groupParser({ name, summary, commands }: CommandGroup, path: readonly string[], run: Run): Parser {
  const parser = new GroupParser(name).description(summary).helpCommand(false)
  for (const node of commands) parser.addCommand(parserOf(node, [...path, node.name], run))
  return parser.addHelpText(
    'after',
    `\nRun "souk help ${path.join(' ')} <command>" for details and examples.`,
  )
}

function commandParser(command: Command, run: Run): Parser {
  const { name, summary, description, args, options, example, confirms } = command
  const parser = new Parser(name)
    .description(description === undefined ? summary : `${summary}\n\n${description}`)
    .summary(summary)
  const positional = Object.entries(args)
  addArguments(parser, command)
  for (const [key, param] of Object.entries(options)) parser.addOption(optionOf(key, param))
  if (confirms) parser.option('--yes', 'Skip the confirmation prompt')
  addGlobalOptions(parser, Object.keys(options))
  parser.addHelpText('after', `\nExample:\n  $ ${example}`)
  return parser.action(async () => {
    const parsed: Readonly<Record<string, unknown>> = parser.opts()
    const all: Readonly<Record<string, unknown>> = {
      ...rootOf(parser).opts(),
      ...withoutKeys(parsed, options),
    }
    const jq = nonEmptyString(all['jq'])
    await run({
      command,
      raw: {
        ...Object.fromEntries(
          positional.map(([key, param], index) => [key, positionalValues(parser.args, index, param)]),
        ),
        ...Object.fromEntries(Object.keys(options).map((key) => [key, optionValues(parsed[key])])),
      },
      globals: {
        url: nonEmptyString(all['url']),
        profile: nonEmptyString(all['profile']),
        agent: nonEmptyString(all['agent']),
        idempotencyKey: nonEmptyString(all['idempotencyKey']),
      },
      assumeYes: parsed['yes'] === true,
      json: all['json'] === true || jq !== undefined,
      jq,
    })
  })
}

function addArguments(parser: Parser, { args }: Command): void {
  for (const [key, param] of Object.entries(args)) parser.argument(usageOf(key, param), param.description)
}

/** Argument in a usage line: `<name>` if required, else `[name]`. */
export function usageOf(key: string, { required, variadic }: Param<unknown>): string {
  const shown = `${toKebabCase(key)}${variadic === true ? '...' : ''}`
  return required === true ? `<${shown}>` : `[${shown}]`
}

/** Collects all values unparsed; `Param.parse` parses them. */
function optionOf(key: string, { description, placeholder, required, choices }: Param<unknown>): Option {
  const long = `--${toKebabCase(key)}`
  const notes = [
    ...(choices !== undefined && placeholder?.includes('|') !== true ? [choices.join(', ')] : []),
    ...(required === true ? ['required'] : []),
  ]
  const text = notes.length === 0 ? description : `${description} (${notes.join('; ')})`
  if (placeholder === undefined) return new Option(long, text)
  return new Option(`${long} <${placeholder}>`, text).argParser<string[]>((value, previous) => [
    ...(Array.isArray(previous) ? previous : []),
    value,
  ])
}

function addGlobalOptions(parser: Parser, ownKeys: readonly string[]): void {
  for (const [flags, description] of globalOptions) {
    const option = new Option(flags, description)
    if (!ownKeys.includes(option.attributeName())) parser.addOption(option)
  }
}

function withoutKeys(
  values: Readonly<Record<string, unknown>>,
  keys: object,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(keys, key)))
}

function rootOf(parser: Parser): Parser {
  return parser.parent === null ? parser : rootOf(parser.parent)
}

function positionalValues(
  args: readonly string[],
  index: number,
  { variadic }: Param<unknown>,
): readonly string[] {
  return variadic === true ? args.slice(index) : args.slice(index, index + 1)
}

function optionValues(value: unknown): readonly string[] {
  if (value === true) return ['']
  return Array.isArray(value) ? value.map(String) : []
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function helpParser(program: Parser): Parser {
  return new Parser('help')
    .description('Show help for a command')
    .argument('[command...]', 'Command, such as "tasks push add"')
    .helpGroup('Shell:')
    .addHelpText('after', '\nExample:\n  $ souk help tasks push add')
    .action((path: string[]) => {
      let found = program
      for (const name of path) {
        const next = found.commands.find((candidate) => candidate.name() === name)
        if (next === undefined) {
          throw new CliError(
            'usage',
            `Unknown command "${path.join(' ')}".`,
            'List all commands with "souk help".',
          )
        }
        found = next
      }
      found.outputHelp()
    })
}

/** Settings that commander does not inherit from parent to subcommand. */
function configureTree(parser: Parser, output: OutputConfiguration): Parser {
  parser
    .exitOverride()
    .helpOption('-h, --help', 'Show help')
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help for usage.')
  parser.configureHelp({
    subcommandTerm: (inner) => [inner.name(), ...inner.registeredArguments.map(argumentUsage)].join(' '),
  })
  parser.configureOutput(output)
  for (const inner of parser.commands) configureTree(inner, output)
  return parser
}

function argumentUsage(argument: Argument): string {
  const shown = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${shown}>` : `[${shown}]`
}
