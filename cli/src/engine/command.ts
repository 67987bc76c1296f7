/** What a command is: a row that says how it is called, what it does and how its answer is shown. */
import { Refused } from './refused.ts'
import type { Session } from './session.ts'
import type { View } from './views.ts'
import type { ValuesOf, Word, Words } from './words.ts'

type Given<A extends Words, O extends Words> = ValuesOf<A> & ValuesOf<O>

interface Definition<A extends Words, O extends Words, S, D> {
  readonly name: string
  /** One sentence for the help. */
  readonly does: string
  /** More of it, where one sentence is not enough. */
  readonly more?: string
  /** The operations of the contract that it may call. */
  readonly calls: readonly string[]
  /** What stands after the name, in order. */
  readonly takes?: A
  readonly options?: O
  /** A true example; tests parse it. */
  readonly example: string
  /** What is looked at before anybody is asked. */
  readonly reads?: (session: Session, given: Given<A, O>) => Promise<S>
  /** Asked before it is done, unless --yes is given; nothing when there is nothing to ask. */
  readonly asks?: (given: Given<A, O>, seen: S) => string | undefined
  readonly run: (session: Session, given: Given<A, O>, seen: S) => Promise<D>
  /** How a person sees the answer. */
  readonly shows: View<D>
  /** Goes on until it is told to end, and then ends by itself. */
  readonly lasts?: true
  /** Whether the answer is bad news, which the exit code tells. */
  readonly fails?: (data: D) => boolean
}

/** The texts of a command line by the name of the argument or option they were given for. */
export type Texts = Readonly<Record<string, readonly string[]>>

/** A row whose types are checked and then forgotten, so that all rows stand in one tree. */
export interface Command {
  readonly name: string
  readonly does: string
  readonly more: string | undefined
  readonly calls: readonly string[]
  readonly takes: Words
  readonly options: Words
  readonly example: string
  /** Whether it may ask, so that it takes --yes. */
  readonly asks: boolean
  readonly lasts: boolean
  /** Does it, answers, and says whether the answer is bad news. */
  perform(session: Session, texts: Texts, agreed: boolean): Promise<boolean>
}

/** Commands under one word: a noun, or a part of one. */
export interface Group {
  readonly name: string
  readonly does: string
  readonly commands: readonly Node[]
}

export type Node = Command | Group

export function isGroup(node: Node): node is Group {
  return 'commands' in node
}

export function command<const A extends Words, const O extends Words, S, D>(
  definition: Definition<A, O, S, D>,
): Command {
  const { name, does, more, calls, example, asks, run, shows, fails } = definition
  const takes: Words = definition.takes ?? {}
  const options: Words = definition.options ?? {}
  return {
    name,
    does,
    more,
    calls,
    takes,
    options,
    example,
    asks: asks !== undefined,
    lasts: definition.lasts === true,
    perform: async (session, texts, agreed) => {
      const values = valuesOf(definition, { takes, options }, texts)
      const seen = await lookFirst(definition, session, values)
      const question = asks?.(values, seen)
      if (question !== undefined) await session.ask.confirm(question, agreed)
      const work = run(session, values, seen)
      const data =
        definition.lasts === true ? await work : await session.during('Waiting for the answer', work)
      session.answer(data, () => shows(data))
      return fails?.(data) === true
    },
  }
}

/** The overloads of these two are where texts become the types that the row was checked with. */
function valuesOf<A extends Words, O extends Words, S, D>(
  definition: Definition<A, O, S, D>,
  words: { takes: Words; options: Words },
  texts: Texts,
): Given<A, O>
function valuesOf(
  _definition: object,
  { takes, options }: { takes: Words; options: Words },
  texts: Texts,
): object {
  return Object.fromEntries([
    ...Object.entries(takes).map(([key, word]) => [key, valueOf(`<${kebab(key)}>`, word, texts[key] ?? [])]),
    ...Object.entries(options).map(([key, word]) => [
      key,
      valueOf(`--${kebab(key)}`, word, texts[key] ?? []),
    ]),
  ])
}

function valueOf(shown: string, { read, required }: Word<unknown>, texts: readonly string[]): unknown {
  if (required === true && texts.length === 0)
    throw new Refused('usage', `${shown} is missing.`, 'Add --help to see what it is.')
  try {
    return read(texts)
  } catch (error) {
    if (error instanceof Refused) throw new Refused(error.exit, `${shown}: ${error.message}`, error.hint)
    throw error
  }
}

async function lookFirst<A extends Words, O extends Words, S, D>(
  definition: Definition<A, O, S, D>,
  session: Session,
  values: Given<A, O>,
): Promise<S>
async function lookFirst(
  { reads }: { reads?(session: Session, values: object): Promise<unknown> },
  session: Session,
  values: object,
): Promise<unknown> {
  return reads?.(session, values)
}

/** How a key of a row is written on the command line. */
export function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
