/** Turns the tree of rows into a program that parses, helps and suggests. */
import { Command as Parser, Option, type Argument, type OutputConfiguration } from 'commander'
import { isGroup, kebab, type Command, type Group, type Node, type Texts } from './command.ts'
import { Refused } from './refused.ts'
import type { Common } from './session.ts'
import type { Word } from './words.ts'

export interface Call {
  readonly command: Command
  readonly texts: Texts
  readonly common: Common
  readonly agreed: boolean
  readonly json: boolean
}

/** A chapter of the list of commands. */
export interface Chapter {
  readonly title: string
  readonly nodes: readonly Node[]
}

/** Options that stand before the first word or after the last. A command with an option of the same name keeps its own. */
export const commonOptions: readonly (readonly [flags: string, does: string])[] = [
  ['--url <url>', 'where the marketplace is (SOUK_URL; http://localhost:4000 by itself)'],
  ['--profile <name>', 'which stored profile to use (SOUK_PROFILE)'],
  ['--agent <agent>', 'the agent to act as (SOUK_AGENT)'],
  ['--json', 'print the answer as JSON'],
]

export interface ProgramPlan {
  readonly chapters: readonly Chapter[]
  readonly version: string
  readonly words: readonly string[]
  /** Where help and refusals are printed. */
  readonly output?: OutputConfiguration
}

/** What a command line is parsed with. Of nouns that none of its words names, only the outside is built. */
export function buildProgram(
  { chapters, version, words, output = {} }: ProgramPlan,
  run: (call: Call) => Promise<void>,
): Parser {
  const isMeant = (name: string) => words.includes(name) || words.includes('help')
  const program = new Parser('souk')
    .description('The command line of a Souk marketplace')
    .version(version)
    .enablePositionalOptions()
    .helpCommand(false)
  addCommon(program, [])
  for (const { title, nodes } of chapters) {
    for (const node of nodes) {
      const parser = isMeant(node.name) ? parserOf(node, [node.name], run) : outsideOf(node)
      program.addCommand(parser.helpGroup(title))
    }
  }
  program.addCommand(helpParser(program)).addHelpText('after', '\nMore: souk help <command>')
  return settle(program, output)
}

function outsideOf(node: Node): Parser {
  const parser = new Parser(node.name).description(node.does)
  if (!isGroup(node)) addArguments(parser, node)
  return parser
}

function parserOf(node: Node, path: readonly string[], run: (call: Call) => Promise<void>): Parser {
  return isGroup(node) ? groupParser(node, path, run) : commandParser(node, run)
}

function groupParser(
  { name, does, commands }: Group,
  path: readonly string[],
  run: (call: Call) => Promise<void>,
): Parser {
  const parser = new Parser(name).description(does).helpCommand(false)
  for (const node of commands) parser.addCommand(parserOf(node, [...path, node.name], run))
  return parser.addHelpText('after', `\nMore: souk help ${path.join(' ')} <command>`)
}

function commandParser(command: Command, run: (call: Call) => Promise<void>): Parser {
  const { name, does, more, takes, options, example, asks } = command
  const parser = new Parser(name).description(more === undefined ? does : `${does}\n\n${more}`).summary(does)
  const positional = Object.entries(takes)
  addArguments(parser, command)
  for (const [key, word] of Object.entries(options)) parser.addOption(optionOf(key, word))
  if (asks) parser.option('--yes', 'do not ask')
  addCommon(parser, Object.keys(options))
  parser.addHelpText('after', `\nExample:\n  $ ${example}`)
  return parser.action(async () => {
    const own: Readonly<Record<string, unknown>> = parser.opts()
    const all: Readonly<Record<string, unknown>> = {
      ...programOf(parser).opts(),
      ...withoutKeys(own, options),
    }
    await run({
      command,
      texts: {
        ...Object.fromEntries(
          positional.map(([key, word], index) => [key, positionalTexts(parser.args, index, word)]),
        ),
        ...Object.fromEntries(Object.keys(options).map((key) => [key, textsOf(own[key])])),
      },
      common: { url: textOf(all['url']), profile: textOf(all['profile']), agent: textOf(all['agent']) },
      agreed: own['yes'] === true,
      json: all['json'] === true,
    })
  })
}

function addArguments(parser: Parser, { takes }: Command): void {
  for (const [key, word] of Object.entries(takes)) parser.argument(placeOf(key, word), word.does)
}

function placeOf(key: string, { required, many }: Word<unknown>): string {
  const shown = `${kebab(key)}${many === true ? '...' : ''}`
  return required === true ? `<${shown}>` : `[${shown}]`
}

/** The texts are kept as they came; the row itself reads them. */
function optionOf(key: string, { does, value, required, choices }: Word<unknown>): Option {
  const long = `--${kebab(key)}`
  const hints = [
    ...(choices !== undefined && value?.includes('|') !== true ? [choices.join(', ')] : []),
    ...(required === true ? ['needed'] : []),
  ]
  const said = hints.length === 0 ? does : `${does} (${hints.join('; ')})`
  if (value === undefined) return new Option(long, said)
  return new Option(`${long} <${value}>`, said).argParser<string[]>((given, before) => [
    ...(Array.isArray(before) ? before : []),
    given,
  ])
}

function addCommon(parser: Parser, taken: readonly string[]): void {
  for (const [flags, does] of commonOptions) {
    const option = new Option(flags, does)
    if (!taken.includes(option.attributeName())) parser.addOption(option)
  }
}

function withoutKeys(
  values: Readonly<Record<string, unknown>>,
  keys: object,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(keys, key)))
}

function programOf(parser: Parser): Parser {
  return parser.parent === null ? parser : programOf(parser.parent)
}

function positionalTexts(
  given: readonly string[],
  index: number,
  { many }: Word<unknown>,
): readonly string[] {
  return many === true ? given.slice(index) : given.slice(index, index + 1)
}

function textsOf(value: unknown): readonly string[] {
  if (value === true) return ['']
  return Array.isArray(value) ? value.map(String) : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function helpParser(program: Parser): Parser {
  return new Parser('help')
    .description('How to use a command')
    .argument('[words...]', 'the command, as in "tasks push add"')
    .helpGroup('This program')
    .addHelpText('after', '\nExample:\n  $ souk help tasks push add')
    .action((words: string[]) => {
      let found = program
      for (const word of words) {
        const next = found.commands.find((candidate) => candidate.name() === word)
        if (next === undefined) {
          throw new Refused(
            'usage',
            `There is no command "${words.join(' ')}".`,
            'See all of them with "souk help".',
          )
        }
        found = next
      }
      found.outputHelp()
    })
}

/** What holds for every command of the tree. */
function settle(parser: Parser, output: OutputConfiguration): Parser {
  parser.exitOverride().showSuggestionAfterError().showHelpAfterError('(add --help for usage)')
  parser.configureHelp({
    subcommandTerm: (inner) => [inner.name(), ...inner.registeredArguments.map(placeOfArgument)].join(' '),
  })
  parser.configureOutput(output)
  for (const inner of parser.commands) settle(inner, output)
  return parser
}

function placeOfArgument(argument: Argument): string {
  const shown = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${shown}>` : `[${shown}]`
}
