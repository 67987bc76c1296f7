import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { marketplaceExtension } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { wholeChromiumPath, type TestApp } from './test-app.ts'
import { agentOf, topUp, type TestPerson } from './test-people.ts'
import { startTwoPeople } from './two-people.ts'

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>
%%EOF`)

/** A tenth of a second of silence. */
const wav = Buffer.alloc(44 + 800)
wav.write('RIFF', 0)
wav.writeUInt32LE(36 + 800, 4)
wav.write('WAVEfmt ', 8)
wav.set([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0], 16)
wav.write('data', 36)
wav.writeUInt32LE(800, 40)
wav.fill(128, 44)

/** The beginning of a video, by which its type is detected. */
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\x00\x00\x02\x00isommp42')])

describe.skipIf(wholeChromiumPath === undefined)('files and Markdown on a task', () => {
  let app: TestApp
  let client: Page
  let provider: Page
  let clara: TestPerson
  let pavel: TestPerson
  let taskId: string
  let errors: string[]
  beforeAll(async () => {
    ;({ app, desk: client, phone: provider, clara, pavel, errors } = await startTwoPeople(wholeChromiumPath))
    for (const agent of clara.agents) await topUp(app, clara, agent, 20_000)
    taskId = await createTask()
    const path = `/tasks/${agentOf(pavel).name}/${taskId}`
    await Promise.all([client.goto(path), provider.goto(path)])
  })
  afterAll(() => app.stop())

  it('renders Markdown of the other side, and its markup as text', async () => {
    const text = '# Notes\n\n- first **point**\n\n```ts\nconst one = 1\n```\n\n<img src=x onerror=alert(1)>'
    await client.getByLabel('Message').fill(text)
    await client.getByRole('button', { name: 'Preview' }).click()
    await client.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Notes' }).waitFor()
    await client.getByRole('button', { name: 'Preview' }).click()
    await client.getByLabel('Message').press('Control+Enter')
    const activity = provider.getByRole('list', { name: 'Activity' })
    await activity.getByRole('heading', { name: 'Notes' }).waitFor()
    await activity.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await activity.locator('img').count()).toBe(0)
    await activity.locator('pre span', { hasText: 'const' }).first().waitFor()
  })

  it('keeps the text and the files of a draft over a reload and sends them', async () => {
    await client.getByLabel('Message').fill('Here is the source.')
    await client.locator('input[type=file]').setInputFiles([
      { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,price\nCR-1,"84,00"\n') },
      { name: 'photo.png', mimeType: 'image/png', buffer: png },
      { name: 'other.png', mimeType: 'image/png', buffer: png },
    ])
    await client.getByRole('button', { name: 'Remove prices.csv' }).waitFor()
    await client.getByRole('button', { name: 'Remove photo.png' }).waitFor()
    await client.reload()
    await client.getByRole('button', { name: 'Remove photo.png' }).waitFor()
    expect(await client.getByLabel('Message').inputValue()).toBe('Here is the source.')
    await client.getByRole('button', { name: 'Send' }).click()
    await provider.getByRole('cell', { name: '84,00' }).waitFor()
    await provider.getByRole('img', { name: 'photo.png' }).waitFor()
    await client.getByText('Supports Markdown').waitFor()
    expect(await client.getByLabel('Message').inputValue()).toBe('')
  })

  it('opens images in a viewer that the keyboard moves and zooms', async () => {
    await provider.getByRole('img', { name: 'photo.png' }).click()
    await provider.getByRole('dialog', { name: 'photo.png' }).getByText('1 of 2').waitFor()
    await provider.keyboard.press('ArrowRight')
    const viewer = provider.getByRole('dialog', { name: 'other.png' })
    await viewer.getByRole('img', { name: 'other.png' }).waitFor()
    await provider.keyboard.press('+')
    await viewer.getByRole('button', { name: 'Fit to window' }).click()
    const saved = provider.waitForEvent('download')
    await viewer.getByRole('button', { name: 'Download other.png' }).click()
    expect((await saved).suggestedFilename()).toBe('other.png')
    expect(await seriousViolations(provider)).toEqual([])
    await provider.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  it('attaches pasted and dropped files and removes them', async () => {
    const give = (way: 'paste' | 'dragover' | 'drop') =>
      client.getByLabel('Message').evaluate(
        (field, { type, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([Uint8Array.from(bytes)], `${type}.png`, { type: 'image/png' }))
          const event = { bubbles: true, cancelable: true }
          field.dispatchEvent(
            type === 'paste'
              ? new ClipboardEvent(type, { ...event, clipboardData: data })
              : new DragEvent(type, { ...event, dataTransfer: data }),
          )
        },
        { type: way, bytes: [...png] },
      )
    await give('paste')
    await give('dragover')
    await client.getByText('Drop files to attach them').waitFor()
    await give('drop')
    await client.getByText('Drop files to attach them').waitFor({ state: 'detached' })
    await client.getByRole('button', { name: 'Remove paste.png' }).click()
    await client.getByRole('button', { name: 'Remove drop.png' }).click()
    await client.getByRole('list', { name: 'Attached files' }).waitFor({ state: 'detached' })
  })

  it('continues an upload that was interrupted', async () => {
    await client.route('**/parts/1', (route) => route.abort(), { times: 10 })
    await client.locator('input[type=file]').setInputFiles({
      name: 'retry.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('again'),
    })
    await client.getByRole('button', { name: 'Retry retry.txt' }).click({ timeout: 60_000 })
    await client.unroute('**/parts/1')
    await client.getByRole('button', { name: 'Remove retry.txt' }).waitFor({ timeout: 60_000 })
    await client.getByRole('button', { name: 'Remove retry.txt' }).click()
  })

  it('shows work while it is written, at its end until the reader scrolls up', async () => {
    await provider.getByRole('button', { name: 'Start task' }).click()
    await provider.getByRole('button', { name: 'Deliver', exact: true }).waitFor()
    const write = (from: number, append: boolean) =>
      app.server().call(
        'submitArtifact',
        {
          name: agentOf(pavel).name,
          taskId,
          append,
          lastChunk: false,
          artifact: {
            artifactId: 'draft',
            name: 'draft.txt',
            parts: [{ text: Array.from({ length: 40 }, (_, line) => `Line ${from + line}`).join('\n\n') }],
          },
        },
        { as: pavel.token },
      )
    await write(0, false)
    const preview = client.getByRole('region', { name: 'draft.txt' })
    await preview.getByText('Line 39').waitFor()
    await client.getByText('Writing', { exact: true }).waitFor()
    await write(40, true)
    await preview.getByText('Line 79').waitFor()
    const toEnd = () =>
      preview.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
    expect(await toEnd()).toBeLessThan(2)
    await preview.evaluate((region) => region.scrollTo(0, 0))
    await write(80, true)
    await preview.getByText('Line 119').waitFor()
    expect(await preview.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })

  it('delivers several files with previews', async () => {
    await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
    const dialog = provider.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('## What changed\n\nAll rows.') },
      { name: 'check.py', mimeType: 'text/x-python', buffer: Buffer.from('import csv\n') },
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'tone.wav', mimeType: 'audio/wav', buffer: wav },
      { name: 'clip.mp4', mimeType: 'video/mp4', buffer: mp4 },
    ])
    await dialog.getByRole('button', { name: 'Deliver with 5 files' }).click()
    await client.getByRole('heading', { name: 'What changed' }).waitFor()
    await client.getByRole('button', { name: 'Download check.py' }).waitFor()
    await client.getByRole('button', { name: 'Show letter.pdf' }).click()
    await client.getByTitle('Preview of letter.pdf').waitFor()
    // The viewer of the browser is a page of its own inside the frame.
    await expect
      .poll(() => client.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
      .toBe(true)
    await client.getByRole('button', { name: 'Play tone.wav' }).click()
    await expect
      .poll(() => client.locator('audio').evaluate((audio: HTMLAudioElement) => audio.readyState))
      .toBeGreaterThan(0)
    await client.getByRole('button', { name: 'Play clip.mp4' }).click()
    await client.locator('video').waitFor()
    const [archive] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('button', { name: 'Download all', exact: true }).click(),
    ])
    expect(archive.suggestedFilename()).toBe('Delivery 1.zip')
    expect((await readFile(await archive.path())).includes('import csv')).toBe(true)
    for (const page of [client, provider]) expect(await seriousViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('compares a delivery with the one before', async () => {
    await client.getByLabel('Describe the changes you need').fill('Please use tabs.')
    await client.getByRole('button', { name: 'Request changes' }).last().click()
    await provider.getByText('Please use tabs.').waitFor()
    await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
    const dialog = provider.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('## What changed\n\nAll rows.') },
      { name: 'check.py', mimeType: 'text/x-python', buffer: Buffer.from('import tsv\n') },
      { name: 'extra.txt', mimeType: 'text/plain', buffer: Buffer.from('More') },
    ])
    await dialog.getByRole('button', { name: 'Deliver with 3 files' }).click()
    await client.getByRole('button', { name: 'Compare with delivery 1' }).click()
    const files = client.getByRole('list', { name: 'Files of both deliveries' }).getByRole('listitem')
    await files.filter({ hasText: 'check.py' }).getByText('Changed').waitFor()
    expect(await files.locator('del').allInnerTexts()).toEqual(['import csv'])
    expect(await files.locator('ins').allInnerTexts()).toEqual(['import tsv'])
    await files.filter({ hasText: 'notes.md' }).getByText('Unchanged').waitFor()
    await files.filter({ hasText: 'extra.txt' }).getByText('New').waitFor()
    await files.filter({ hasText: 'letter.pdf' }).getByText('Removed').waitFor()
    expect(await seriousViolations(client)).toEqual([])
    expect(errors).toEqual([])
  })

  async function createTask(): Promise<string> {
    const message = {
      role: 'user',
      parts: [{ text: 'Clean up the prices.' }],
      metadata: { [marketplaceExtension]: { terms: { price: { amount: 10_000, currency: 'USD' } } } },
    }
    const sent = await app
      .server()
      .call(
        'sendMessage',
        { name: agentOf(pavel).name, message, configuration: { returnImmediately: true } },
        { as: clara.token },
      )
    return sent.data.task?.id ?? ''
  }
})
