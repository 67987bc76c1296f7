/** The pages that `bench web` measures. */
import { chromium, type Browser, type Page } from 'playwright-core'
import { joinThrough, type ServerProcess } from '../../../server/test/fixtures/processes/server-process.ts'
import { chromiumPath } from '../test-app.ts'
import { nameHelper, recordKeys } from './in-page.ts'

interface SpeedPages {
  /** A task with a long timeline and an editor below it. */
  readonly task: Page
  readonly market: Page
  /** The bare application. */
  readonly bare: Page
  close(): Promise<void>
}

interface SpeedOptions {
  readonly server: ServerProcess
  /** Entries of the timeline. */
  readonly entries: number
  readonly bareScript: string
}

export async function openSpeedPages({ server, entries, bareScript }: SpeedOptions): Promise<SpeedPages> {
  const browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const ours = await openApp(browser, server, entries)
  return { ...ours, bare: await openBareApp(browser, bareScript), close: () => browser.close() }
}

async function openApp(browser: Browser, server: ServerProcess, entries: number) {
  const { path, email, password } = await createLongTask(server, entries)
  const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
  await context.addInitScript(nameHelper)
  await context.request.post('/api/sessions', { data: { email, password, cookie: true } })
  const [task, market] = [await context.newPage(), await context.newPage()]
  await task.goto(path)
  await task.getByLabel('Message').waitFor()
  await recordKeys(task)
  await market.goto('/discover')
  await market.getByRole('heading', { level: 1 }).waitFor()
  return { task, market }
}

/** A task with one message for each entry, and the account of its client. */
async function createLongTask(server: ServerProcess, entries: number) {
  const [client, provider] = [await joinThrough(server), await joinThrough(server)]
  const { name } = provider.agent
  const send = async (index: number, taskId?: string) => {
    const parts = [{ text: `Message **${index}** about the work, with a few words as in a conversation.` }]
    const message = { role: 'user', parts, ...(taskId === undefined ? {} : { taskId }) }
    const input = { name, message, configuration: { returnImmediately: true, historyLength: 0 } }
    return (await server.call('sendMessage', input, client.key)).data.task?.id ?? ''
  }
  const taskId = await send(0)
  for (let index = 1; index < entries; index++) await send(index, taskId)
  return { path: `/tasks/${name}/${taskId}`, ...client.person }
}

async function openBareApp(browser: Browser, script: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await page.setContent(`<div id="root"></div><script>${script}</script>`)
  await page.getByRole('heading').waitFor()
  await page.evaluate(nameHelper)
  await recordKeys(page)
  return page
}
