import type { OpenApiDocument, Operation, Parameter } from 'souk-contract'
import type { Entry } from './entry.ts'

/** Shell command that calls one operation. */
export function curlExample(document: OpenApiDocument, { method, path, operation }: Entry): string {
  const parameters = parametersOf(document, operation)
  const body = operation.requestBody?.content['application/json']?.example
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(urlOf(document, path, parameters))}`]
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $SOUK_TOKEN"')
  for (const { name, required, example } of parameters.filter((parameter) => parameter.in === 'header'))
    if (required) lines.push(`-H ${quote(`${name}: ${formatExample(example)}`)}`)
  if (body !== undefined)
    lines.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(formatBody(body))}`)
  if (operation.requestBody?.content['application/octet-stream'] !== undefined)
    lines.push(
      `--data-binary @${formatExample(parameters.find(({ in: place }) => place === 'query')?.example)}`,
    )
  return lines.join(' \\\n  ')
}

export function parametersOf(document: OpenApiDocument, operation: Operation): Parameter[] {
  return operation.parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return parameter
    return document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? []
  })
}

function urlOf(document: OpenApiDocument, path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(formatExample(example)))
    if (place === 'query') for (const item of [example].flat()) query.append(name, formatExample(item))
  }
  return `${document.servers[0]?.url ?? ''}${filled}${query.size === 0 ? '' : `?${query}`}`
}

function formatExample(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

/** Formats a short body on one line and a longer one with indentation. */
function formatBody(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length <= 48 ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
