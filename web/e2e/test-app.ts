/** What tests in a browser share: the real server with the built app, and people in front of it. */
import { randomBytes } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.mjs'
import { installed } from '../../server/test/fixtures/programs.ts'
import {
  createScratch,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../../server/test/fixtures/server-process.ts'

export const chromiumPath = installed('chromium')

/** The machine of a test has no display, and nothing of it may go out into the world. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Stage {
  readonly browser: Browser
  readonly origin: string
  server(): ServerProcess
  /** Ends the server and starts it again at the same address, on the same data. */
  restart(): Promise<void>
  visit(look?: Look): Promise<Page>
  stop(): Promise<void>
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Half the pixels make a picture of a quarter of the size. */
  readonly scale?: number
}

export async function openStage(): Promise<Stage> {
  const scratch = await createScratch()
  const environment = { WEB_DIR: await buildWeb(), RATE_LIMIT_SCALE: '1000' }
  let server = await startServer('stage', scratch, environment)
  const { origin } = server
  const browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: flags,
  })
  return {
    browser,
    origin,
    server: () => server,
    restart: async () => {
      server = await startedAgain(server, scratch, environment)
    },
    visit: async (look = {}) => (await newContext(browser, origin, look)).newPage(),
    stop: async () => {
      await browser.close()
      await server.stop()
      await scratch.drop()
    },
  }
}

async function startedAgain(
  server: ServerProcess,
  scratch: Scratch,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const { port } = new URL(server.origin)
  await server.stop()
  return startServer('stage', scratch, { ...environment, PORT: port })
}

async function newContext(browser: Browser, origin: string, look: Look): Promise<BrowserContext> {
  const { width = 1280, height = 900, dark = false, scale = 1 } = look
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(20_000)
  // Whatever a page asks for outside of the server is a mistake, and goes nowhere.
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => route.abort(),
  )
  return context
}

export interface Somebody {
  readonly name: string
  readonly email: string
  readonly password: string
}

export function somebody(displayName: string): Somebody {
  const mark = randomBytes(4).toString('hex')
  const handle = `${displayName.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${mark}`
  return { name: handle, email: `${handle}@example.com`, password: `correct horse ${mark}` }
}

/** Signs somebody up through the pages, with a profile to act as. */
export async function join(page: Page, displayName: string): Promise<Somebody> {
  const person = somebody(displayName)
  await page.goto('/sign-up')
  await page.getByLabel('Your name').fill(displayName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create your profile' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill(displayName)
  await page.getByLabel('Handle').fill(person.name)
  await page.getByLabel('What it does').fill(`${displayName} translates letters from German to English.`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: `@${person.name}` }).waitFor()
  return person
}
