import type { OpenApiDocument, Operation, Parameter } from 'souk-contract'
import { parametersOf } from './curl.ts'

/** Call of one operation with the SDK: path, query and body fields in one object. */
export function typescriptExample(document: OpenApiDocument, operation: Operation): string {
  const { operationId, requestBody, responses, tags } = operation
  const input = inputOf(parametersOf(document, operation), requestBody?.content['application/json']?.example)
  const isUpload = requestBody?.content['application/octet-stream'] !== undefined
  const fields = Object.entries(input).map(([name, value]) => `${keyOf(name)}: ${literal(value, '  ')}`)
  if (isUpload) fields.push('file: bytes')
  const call = `souk.${tags[0] ?? ''}.${operationId}(${objectLiteral(fields, '')})`
  const success = responses['200']
  const isStream =
    success !== undefined && !('$ref' in success) && success.content['text/event-stream'] !== undefined
  return isStream ? `for await (const event of ${call}) console.log(event)` : `const reply = await ${call}`
}

function inputOf(parameters: readonly Parameter[], body: unknown): Record<string, unknown> {
  const given = parameters
    .filter(({ in: place, example }) => place !== 'header' && example !== undefined)
    .map(({ name, example }) => [name, example] as const)
  return { ...Object.fromEntries(given), ...(typeof body === 'object' ? body : {}) }
}

function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, inner))
    return joined(items, ['[', ']'], indent)
  }
  const fields = Object.entries(value).map(([name, field]) => `${keyOf(name)}: ${literal(field, inner)}`)
  return objectLiteral(fields, indent)
}

function objectLiteral(fields: readonly string[], indent: string): string {
  return fields.length === 0 ? '' : joined(fields, ['{ ', ' }'], indent)
}

const lineLengthMax = 56

/** On one line if it is short. */
function joined(items: readonly string[], [open, close]: readonly [string, string], indent: string): string {
  const line = `${open}${items.join(', ')}${close}`
  if (line.length <= lineLengthMax && !line.includes('\n')) return line
  const lines = items.map((item) => `${indent}  ${item},\n`).join('')
  return `${open.trim()}\n${lines}${indent}${close.trim()}`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function quote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}
