/** Hosted pages of the payment processor, which a test can complete in the sandbox. */
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'

/** Submits a hosted page. Only the sandbox serves it at the marketplace's own origin; test data is sent to no other. */
export async function submitHostedPage(
  { url }: CommandContext,
  page: string,
  payload: object,
): Promise<void> {
  if (!page.startsWith(`${url}/`)) {
    throw new CliError(
      'usage',
      'This marketplace uses real money and does not accept test data.',
      `Open ${page} in a browser.`,
    )
  }
  const response = await fetch(`${page}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  if (!response.ok)
    throw new CliError(
      'rejected',
      `The page returned status ${response.status}.`,
      `Open ${page} in a browser.`,
    )
}

const pollMs = 250
const timeoutMs = 60_000

/** Polls until the value is final. Returns the last value after one minute or on Ctrl-C; the server continues. */
export async function pollUntil<T>(
  { signal }: CommandContext,
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isFinal(value) || signal.aborted || Date.now() > deadline) return value
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}
