import type { OpenApiDocument, Operation, Parameter } from 'souk-contract'

/** A call of one operation that can be pasted into a shell. */
export function curlExample(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): string {
  const parameters = parametersOf(document, operation)
  const body = operation.requestBody?.content['application/json']?.example
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(addressOf(document, path, parameters))}`,
  ]
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $SOUK_TOKEN"')
  for (const { name, required, example } of parameters.filter((parameter) => parameter.in === 'header'))
    if (required) lines.push(`-H ${quoted(`${name}: ${plain(example)}`)}`)
  if (body !== undefined)
    lines.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(written(body))}`)
  if (operation.requestBody?.content['application/octet-stream'] !== undefined)
    lines.push(`--data-binary @${plain(parameters.find(({ in: place }) => place === 'query')?.example)}`)
  return lines.join(' \\\n  ')
}

export function parametersOf(document: OpenApiDocument, operation: Operation): Parameter[] {
  return operation.parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return parameter
    return document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? []
  })
}

function addressOf(document: OpenApiDocument, path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(plain(example)))
    if (place === 'query') for (const item of [example].flat()) query.append(name, plain(item))
  }
  return `${document.servers[0]?.url ?? ''}${filled}${query.size === 0 ? '' : `?${query}`}`
}

function plain(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

/** A short body on one line, a longer one laid out. */
function written(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length <= 48 ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
