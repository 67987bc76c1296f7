import { escape } from '../../lib/html.ts'

export type Values = Readonly<Record<string, string>>

const variable = /\{\{(\w+)\}\}/g

/** Names of the variables of a template. */
export function variablesIn(template: string): string[] {
  return [...template.matchAll(variable)].map(([, name = '']) => name)
}

/** Fills a template. A line with an empty variable is left out, and so are the blank lines it leaves behind. */
export function fillText(template: string, values: Values): string {
  return fill(template, values, (value) => value).replaceAll(/\n{3,}/g, '\n\n')
}

/** The same for HTML: every value is escaped. */
export function fillHtml(template: string, values: Values): string {
  return fill(template, values, (value) => escape(value).replaceAll('\n', '<br>'))
}

function fill(template: string, values: Values, written: (value: string) => string): string {
  return template
    .split('\n')
    .filter((line) => variablesIn(line).every((name) => (values[name] ?? '') !== ''))
    .map((line) => line.replaceAll(variable, (_match, name: string) => written(values[name] ?? '')))
    .join('\n')
}
