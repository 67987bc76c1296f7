/** Browser test environment: a real server with the built app, Chromium, and helpers to sign people up. */
import { randomBytes } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.mjs'
import { installed } from '../../server/test/fixtures/processes/programs.ts'
import {
  createScratch,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../../server/test/fixtures/processes/server-process.ts'

/** The headless shell draws no browser window, which would cost processor time. */
export const chromiumPath = installed('chromium-headless-shell', 'chromium')
/** The whole browser, whose viewer shows PDF files. */
export const wholeChromiumPath = installed('chromium')

/**
 * Headless, without the network traffic of Chromium itself, and without other hosts: the app must not load anything from them. Interception
 * of requests would block them too, but turns off the caches of the browser and asks this process about each request.
 */
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Token of the operator of the test server. */
export const operatorToken = 'operator-token-of-the-browser-tests-0123456789'

export interface TestApp {
  readonly browser: Browser
  readonly origin: string
  server(): ServerProcess
  /** Queries the database of the server. */
  readonly query: Scratch['query']
  /** Restarts the server on the same port with the same data. */
  restart(): Promise<void>
  visit(viewport?: Viewport): Promise<Page>
  stop(): Promise<void>
}

interface Viewport {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Device scale factor; less than 1 keeps screenshots small. */
  readonly scale?: number
}

export async function startTestApp(executablePath = chromiumPath): Promise<TestApp> {
  const scratch = await createScratch()
  const environment = {
    WEB_DIR: await buildWeb(),
    RATE_LIMIT_SCALE: '1000',
    OPERATOR_TOKEN: operatorToken,
  }
  let server = await startServer('web', scratch, environment)
  const { origin } = server
  const browser = await sharedBrowser(executablePath)
  return {
    browser,
    origin,
    server: () => server,
    query: scratch.query,
    restart: async () => {
      server = await restartServer(server, scratch, environment)
    },
    visit: async (viewport = {}) => (await newContext(browser, origin, viewport)).newPage(),
    stop: async () => {
      for (const context of browser.contexts()) await context.close()
      await server.stop()
      await scratch.drop()
    },
  }
}

const browsers = new Map<string | undefined, Promise<Browser>>()

/** One browser for all files of a worker, because each start costs a second of CPU time; it ends with the worker. */
function sharedBrowser(executablePath: string | undefined): Promise<Browser> {
  const known = browsers.get(executablePath)
  if (known !== undefined) return known
  const launched = chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: flags,
  })
  browsers.set(executablePath, launched)
  const forget = () => browsers.delete(executablePath)
  launched.then((browser) => browser.on('disconnected', forget), forget)
  return launched
}

async function restartServer(
  server: ServerProcess,
  scratch: Scratch,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const { port } = new URL(server.origin)
  await server.stop()
  return startServer('web', scratch, { ...environment, PORT: port })
}

async function newContext(browser: Browser, origin: string, viewport: Viewport): Promise<BrowserContext> {
  const { width = 1280, height = 900, dark = false, scale = 1 } = viewport
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(45_000)
  return context
}

export interface Credentials {
  readonly name: string
  readonly email: string
  readonly password: string
}

export function newCredentials(displayName: string): Credentials {
  const suffix = `x${randomBytes(4).toString('hex')}`
  const handle = `${displayName.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${suffix}`
  return { name: handle, email: `${handle}@example.com`, password: `correct horse ${suffix}` }
}

/** Signs a person up in the browser and creates their profile. */
export async function signUp(page: Page, displayName: string): Promise<Credentials> {
  const person = newCredentials(displayName)
  await page.goto('/sign-up')
  await page.getByLabel('Your name').fill(displayName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create your profile' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill(displayName)
  await page.getByLabel('Handle').fill(person.name)
  await page.getByLabel('Description').fill(`${displayName} translates letters from German to English.`)
  await page.getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('heading', { name: 'Your first hire' }).waitFor()
  return person
}
