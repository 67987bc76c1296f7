/** Signs a person in with the device flow (RFC 8628): they enter a code in a browser, on this or any other device. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { propertiesOf, stringProperty } from '../../engine/objects.ts'
import { openBrowser } from '../../terminal/open-browser.ts'
import { version } from '../../version.ts'

const clientId = 'souk-cli'
const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

interface DeviceCode {
  readonly deviceCode: string
  readonly userCode: string
  readonly page: string
  readonly pageWithCode: string
  readonly intervalSeconds: number
  readonly expiresInSeconds: number
}

/** Prints the code and the page, and waits until the person has decided. */
export async function signInWithDevice(context: CommandContext): Promise<{ user: User }> {
  const device = await requestCode(context)
  announce(context, device)
  const token = await poll(context, device)
  const { user } = await context.clientFor(token).users.getMe()
  await context.saveProfile(context.profileName, { url: context.url, token, email: user.email })
  return { user }
}

function announce(context: CommandContext, { page, pageWithCode, userCode, expiresInSeconds }: DeviceCode) {
  const opened = !context.json && context.isTerminal && openBrowser(context.environment, pageWithCode)
  const minutes = Math.floor(expiresInSeconds / 60)
  context.notice(
    { verificationUri: page, verificationUriComplete: pageWithCode, userCode, expiresIn: expiresInSeconds },
    `${opened ? 'Opened' : 'Open'} ${page}\nand enter the code ${userCode} within ${minutes} minutes.`,
  )
}

async function requestCode(context: CommandContext): Promise<DeviceCode> {
  const { status, body } = await post(context, '/oauth/device', { client_id: clientId })
  const [deviceCode, userCode, page] = ['device_code', 'user_code', 'verification_uri'].map((name) =>
    stringProperty(body, name),
  )
  if (status !== 200 || deviceCode === undefined || userCode === undefined || page === undefined) {
    throw new CliError(
      status === 429 ? 'rateLimited' : 'failed',
      `${context.url} offers no sign-in with a browser: status ${status}.`,
      'Sign in with "souk login --email <address>".',
    )
  }
  return {
    deviceCode,
    userCode,
    page,
    pageWithCode: stringProperty(body, 'verification_uri_complete') ?? page,
    intervalSeconds: numberIn(body, 'interval', 5),
    expiresInSeconds: numberIn(body, 'expires_in', 600),
  }
}

async function poll(context: CommandContext, device: DeviceCode): Promise<string> {
  const form = { grant_type: grantType, client_id: clientId, device_code: device.deviceCode }
  let waitSeconds = device.intervalSeconds
  // Bounded by the lifetime of the code, which the marketplace ends with expired_token.
  for (let waited = 0; waited <= device.expiresInSeconds + waitSeconds; waited += waitSeconds) {
    await sleep(waitSeconds * 1000, undefined, { signal: context.signal })
    const { body } = await post(context, '/oauth/token', form)
    const token = stringProperty(body, 'access_token')
    if (token !== undefined) return token
    switch (stringProperty(body, 'error') ?? '') {
      case 'authorization_pending':
        break
      case 'slow_down':
      case 'temporarily_unavailable':
        waitSeconds += 5
        break
      case 'access_denied':
        throw new CliError('forbidden', 'Sign-in was refused in the browser.', 'Run "souk login" again.')
      default:
        throw expired()
    }
  }
  throw expired()
}

function expired(): CliError {
  return new CliError('notFound', 'The code has expired.', 'Run "souk login" again.')
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function post(
  { url, signal }: CommandContext,
  path: string,
  form: Record<string, string>,
): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'user-agent': `souk-cli/${version} (${process.platform})` },
      body: new URLSearchParams(form),
      signal,
    })
    const body: unknown = await response.json().catch(() => undefined)
    return { status: response.status, body }
  } catch {
    throw new CliError(
      'unavailable',
      `Cannot connect to ${url}.`,
      'Start a server with "souk serve", or set the address with --url or SOUK_URL.',
    )
  }
}

function numberIn(body: unknown, name: string, fallback: number): number {
  const found = propertiesOf(body)[name]
  return typeof found === 'number' && found > 0 ? found : fallback
}
