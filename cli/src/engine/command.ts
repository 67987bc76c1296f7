/** Commands as data: parameters, the function that runs the command and the view of its result. */
import type { View } from '../terminal/views.ts'
import type { CommandContext } from './context.ts'
import { CliError } from './errors.ts'
import type { Param, Params, ParsedValues } from './params.ts'

type Values<A extends Params, O extends Params> = ParsedValues<A> & ParsedValues<O>

interface Definition<A extends Params, O extends Params, L, D> {
  readonly name: string
  /** One line that starts with a verb and stands alone, without a period. */
  readonly summary: string
  /** Details that follow the summary in the help; whole sentences. */
  readonly description?: string
  /** Operations of the contract that the command may call. */
  readonly operations: readonly string[]
  /** Positional arguments, in order. */
  readonly args?: A
  readonly options?: O
  /** Complete command line; tests parse it. */
  readonly example: string
  /** Fetches data for the confirmation question and the run. */
  readonly load?: (context: CommandContext, values: Values<A, O>) => Promise<L>
  /** Question to confirm unless --yes is given; undefined if these values need no confirmation. */
  readonly confirm?: (values: Values<A, O>, loaded: L) => string | undefined
  readonly run: (context: CommandContext, values: Values<A, O>, loaded: L) => Promise<D>
  /** View of the result without --json. */
  readonly render: View<D>
  /** Runs until the stream ends or Ctrl-C, which is then a successful end. */
  readonly streaming?: true
  /** Whether the result is a failure, which exits with code 2. */
  readonly isFailure?: (data: D) => boolean
}

/** Unparsed values from the command line, by the name of the parameter. */
export type RawValues = Readonly<Record<string, readonly string[]>>

/** Command whose type parameters are erased, so that all commands fit into one tree. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly description: string | undefined
  readonly operations: readonly string[]
  readonly args: Params
  readonly options: Params
  readonly example: string
  /** Whether the command may ask for confirmation and accepts --yes. */
  readonly confirms: boolean
  readonly streaming: boolean
  /** Runs the command and prints its result. Returns whether the result is a failure. */
  execute(context: CommandContext, raw: RawValues, assumeYes: boolean): Promise<boolean>
}

/** Commands under a common name, such as `tasks`. */
export interface CommandGroup {
  readonly name: string
  readonly summary: string
  readonly commands: readonly CommandNode[]
}

export type CommandNode = Command | CommandGroup

export function isGroup(node: CommandNode): node is CommandGroup {
  return 'commands' in node
}

export function command<const A extends Params, const O extends Params, L, D>(
  definition: Definition<A, O, L, D>,
): Command {
  const { name, summary, description, operations, example, confirm, run, render, isFailure } = definition
  const args: Params = definition.args ?? {}
  const options: Params = definition.options ?? {}
  return {
    name,
    summary,
    description,
    operations,
    args,
    options,
    example,
    confirms: confirm !== undefined,
    streaming: definition.streaming === true,
    execute: async (context, raw, assumeYes) => {
      const values = parseValues(definition, { args, options }, raw)
      const loaded = await load(definition, context, values)
      const question = confirm?.(values, loaded)
      if (question !== undefined) await context.prompt.confirm(question, assumeYes)
      const work = run(context, values, loaded)
      const data =
        definition.streaming === true ? await work : await context.withSpinner('Waiting for a response', work)
      context.result(data, () => render(data))
      return isFailure?.(data) === true
    },
  }
}

/** Overloads restore the types of the definition, which `Params` erases. */
function parseValues<A extends Params, O extends Params, L, D>(
  definition: Definition<A, O, L, D>,
  params: { args: Params; options: Params },
  raw: RawValues,
): Values<A, O>
function parseValues(
  _definition: object,
  { args, options }: { args: Params; options: Params },
  raw: RawValues,
): object {
  return Object.fromEntries([
    ...Object.entries(args).map(([key, param]) => [
      key,
      parseValue(`<${toKebabCase(key)}>`, param, raw[key] ?? []),
    ]),
    ...Object.entries(options).map(([key, param]) => [
      key,
      parseValue(`--${toKebabCase(key)}`, param, raw[key] ?? []),
    ]),
  ])
}

function parseValue(label: string, { parse, required }: Param<unknown>, raw: readonly string[]): unknown {
  if (required === true && raw.length === 0)
    throw new CliError('usage', `${label} is required.`, 'Add --help to see its description.')
  try {
    return parse(raw)
  } catch (error) {
    if (error instanceof CliError) throw new CliError(error.exit, `${label}: ${error.message}`, error.hint)
    throw error
  }
}

async function load<A extends Params, O extends Params, L, D>(
  definition: Definition<A, O, L, D>,
  context: CommandContext,
  values: Values<A, O>,
): Promise<L>
async function load(
  definition: { load?(context: CommandContext, values: object): Promise<unknown> },
  context: CommandContext,
  values: object,
): Promise<unknown> {
  return definition.load?.(context, values)
}

/** Name of a parameter on the command line. */
export function toKebabCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
