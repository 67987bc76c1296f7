export interface Trial {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly token: string
}

interface TrialResult {
  readonly status: number
  /** JSON is indented. */
  readonly text: string
}

/** Sends a request that a reader of the API reference has written, with their token and never with the session of the browser. */
export async function sendTrial({ method, url, headers, body, token }: Trial): Promise<TrialResult> {
  const target = new URL(url, location.origin)
  if (target.origin !== location.origin) throw new TypeError(target.origin)
  const response = await fetch(target, {
    method,
    headers: { ...headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    ...(method === 'GET' || body === '' ? {} : { body }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, text: formatted(await response.text()) }
}

const timeoutMs = 20_000

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
