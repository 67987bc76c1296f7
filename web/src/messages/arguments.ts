/** Types of the values that an ICU message needs, read from its text by the compiler. */
import type { ReactNode } from 'react'

/** `{name}` takes a text or a number, a plural a number, a select a text. */
export type TextValues<Message extends string> = [TagOf<Message>] extends [never]
  ? { readonly [Name in ArgumentOf<Message> as Name[0]]: TextKinds[Name[1]] }
  : never

/** As text, and elements too. `<link>…</link>` takes a function that wraps its content. */
export type RichValues<Message extends string> = {
  readonly [Name in ArgumentOf<Message> as Name[0]]: RichKinds[Name[1]]
} & { readonly [Tag in TagOf<Message>]: (content: ReactNode) => ReactNode }

interface TextKinds {
  readonly value: string | number
  readonly plural: number
  readonly select: string
}

interface RichKinds extends Omit<TextKinds, 'value'> {
  readonly value: ReactNode
}

type ArgumentOf<Message extends string> = Message extends string ? InText<Message, [], never> : never

type TagOf<Message extends string> = Message extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagOf<Rest>
  : never

/** Text until the next brace. `Depth` counts the plurals and selects around it. */
type InText<Text extends string, Depth extends unknown[], Found> =
  NextBrace<Text> extends infer Next
    ? Next extends ['{', infer Rest extends string]
      ? InArgument<Rest, Depth, Found>
      : Next extends ['}', infer Rest extends string]
        ? InCases<Rest, Depth, Found>
        : Found
    : never

type InArgument<
  Text extends string,
  Depth extends unknown[],
  Found,
> = Text extends `${infer Name}, plural, ${infer Cases}`
  ? Name extends `${string}}${string}`
    ? SimpleArgument<Text, Depth, Found>
    : InCases<Cases, [...Depth, 1], Found | [Name, 'plural']>
  : Text extends `${infer Name}, select, ${infer Cases}`
    ? Name extends `${string}}${string}`
      ? SimpleArgument<Text, Depth, Found>
      : InCases<Cases, [...Depth, 1], Found | [Name, 'select']>
    : SimpleArgument<Text, Depth, Found>

type SimpleArgument<
  Text extends string,
  Depth extends unknown[],
  Found,
> = Text extends `${infer Name}}${infer Rest}` ? InText<Rest, Depth, Found | [Name, 'value']> : Found

/** Between two cases of a plural or select. */
type InCases<Text extends string, Depth extends unknown[], Found> =
  NextBrace<Text> extends infer Next
    ? Next extends ['{', infer Rest extends string]
      ? InText<Rest, Depth, Found>
      : Next extends ['}', infer Rest extends string]
        ? Depth extends [unknown, ...infer Outer]
          ? InText<Rest, Outer, Found>
          : Found
        : Found
    : never

type NextBrace<Text extends string> = Text extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}}${string}`
    ? ClosingBrace<Text>
    : ['{', Rest]
  : ClosingBrace<Text>

type ClosingBrace<Text extends string> = Text extends `${string}}${infer Rest}` ? ['}', Rest] : []
