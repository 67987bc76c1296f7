/** Sends any request to the API, for operations without a command. */
import { errorKinds, type ErrorKindName } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import { command } from '../engine/command.ts'
import { CliError } from '../engine/errors.ts'
import { stringProperty } from '../engine/objects.ts'
import { argument, choice, files, prose, required } from '../engine/params.ts'
import { prose as proseBlock } from '../terminal/views.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const api = command({
  name: 'api',
  summary: 'Send a request to the API and print the response',
  description:
    'Sends the token of the profile to the marketplace of the profile. POST and PATCH carry an idempotency key; set your own with --idempotency-key to repeat a request safely. A2A paths (/a2a/…) carry the version header.',
  operations: [],
  args: {
    method: required(
      choice('Method: GET, POST, PUT, PATCH or DELETE', methods, (input) => input.toUpperCase()),
    ),
    path: argument('Path below /api, such as /agents/me'),
  },
  options: {
    data: prose('JSON body; @file reads a file, - standard input', 'json'),
    header: { ...files('Header, such as "Prefer: wait=5"; repeat for several'), placeholder: 'name: value' },
  },
  example: 'souk api GET "/agents?q=translate" --jq ".data.items[].name"',
  run: async (context, { method, path, data, header }) => {
    const headers = headersOf(header)
    if (data !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    if (method === 'POST' || method === 'PATCH') headers.set('idempotency-key', crypto.randomUUID())
    const target = pathBelowApi(path)
    if (target.startsWith('/a2a/') && !headers.has('a2a-version')) headers.set('a2a-version', '1.0')
    const { signal } = context
    const init = { method, headers, signal, ...(data === undefined ? {} : { body: data }) }
    const response = await context.request(target, init).catch((cause: unknown) => {
      throw new SoukError('No response.', { kind: 'unavailable', status: 0, cause })
    })
    const body = await response.text()
    const parsed = parse(body)
    if (!response.ok) throw errorOf(response, parsed ?? {})
    return parsed === undefined ? { body } : parsed
  },
  render: (data) => [proseBlock(JSON.stringify(data, null, 2))],
})

/** The token is only sent to the marketplace, so another address is refused. */
function pathBelowApi(path: string): string {
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new CliError(
      'usage',
      `<path>: "${path}" does not begin with one slash.`,
      'Enter a path such as /agents/me.',
    )
  return path.startsWith('/api/') ? path.slice('/api'.length) : path
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw new CliError('usage', `--header: "${line}" is not a header.`, 'Enter it as "name: value".')
    headers.set(name, value)
  }
  return headers
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function errorOf({ status, headers }: Response, body: unknown): SoukError {
  const code = stringProperty(body, 'code') ?? stringProperty(body, 'type')?.split('/').at(-1)
  const detail = stringProperty(body, 'error') ?? stringProperty(body, 'detail')
  return new SoukError(detail ?? `The marketplace returned status ${status}.`, {
    kind: isKind(code) ? code : status >= 500 ? 'internal' : 'bad-request',
    status,
    hint: stringProperty(body, 'hint'),
    requestId: headers.get('x-request-id') ?? undefined,
    approvalId: stringProperty(body, 'approvalId'),
  })
}

function isKind(code: string | undefined): code is ErrorKindName {
  return code !== undefined && Object.hasOwn(errorKinds, code)
}
