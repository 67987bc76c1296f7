/** The server said no, or nothing; the hint says what to do. */
export class Refused extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

export interface Order {
  readonly method: 'GET' | 'POST'
  /** Below `/api/admin/`. */
  readonly path: string
  readonly body?: object
}

/** Calls a private route with the operator's token. */
export async function operate<T>(
  url: string,
  { method, path, body }: Order,
  isAnswer: (data: unknown) => data is T,
): Promise<T> {
  const token = process.env['OPERATOR_TOKEN']
  if (token === undefined) {
    throw new Refused('OPERATOR_TOKEN is not set.', 'Set it to the token that the server was started with.')
  }
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  }).catch(() => {
    throw new Refused(`Nobody answers at ${url}.`, 'Start the server, or say where it is with --url.')
  })
  const answer = fieldsOf(await response.json().catch(() => undefined))
  if ('data' in answer && isAnswer(answer['data'])) return answer['data']
  const error = 'error' in answer ? String(answer['error']) : `The server answered ${response.status}.`
  throw new Refused(error, 'hint' in answer ? String(answer['hint']) : 'Check --url and the token.')
}

/** The fields of an answer, whatever came. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
