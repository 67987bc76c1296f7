import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWebApp } from '../../src/http/pages/web-app.ts'

const page = '<!doctype html><title>Souk</title>'
const app = Fastify()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-web-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(page))
  await writeFile(join(folder, 'plain.js'), 'run()')
  await writeFile(join(folder, 'paths.json'), JSON.stringify(['/', '/agents/:name', '/as/:handle/money']))
  const web = loadWebApp(folder)
  app.setNotFoundHandler((request, reply) => web?.answer(request, reply) ?? reply.code(404).send())
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function ask(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const { statusCode, headers: said, rawPayload } = await app.inject({ url, headers })
  return { statusCode, encoding: said['content-encoding'], bytes: rawPayload }
}

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  [undefined, undefined, (bytes: Buffer) => bytes],
] as const)('answers who accepts %s in the smallest form', async (accepted, encoding, decode) => {
  const answer = await ask('/', accepted)
  expect(answer).toMatchObject({ statusCode: 200, encoding })
  expect(String(decode(answer.bytes))).toBe(page)
})

it('sends as it is what the build has not compressed, and its compressed forms under no name of their own', async () => {
  expect(await ask('/plain.js', 'br, gzip')).toMatchObject({ statusCode: 200, encoding: undefined })
  expect((await ask('/index.html.br')).statusCode).toBe(404)
})

it.each([
  ['/agents/ada', 'text/html,*/*;q=0.8', 200],
  ['/agents/ada?tab=1', '*/*', 200],
  ['/agents/ada', undefined, 200],
  ['/agents/ada', 'application/json', 404],
  ['/as/ada/money', 'text/html', 200],
  ['/as/ada/money/', 'text/html', 200],
  ['/as/ada/nothing', 'text/html', 404],
  ['/as', 'text/html', 404],
  ['/nothing', '*/*', 404],
])('answers %s to who accepts %s with %i', async (url, accept, status) => {
  const answer = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
  expect(answer.statusCode).toBe(status)
})

it('shows the app where nothing is, so that it can say so', async () => {
  const answer = await app.inject({ url: '/nothing', headers: { accept: 'text/html' } })
  expect(answer).toMatchObject({ statusCode: 404, body: page })
})

it('keeps the list of addresses to itself', async () => {
  expect((await ask('/paths.json')).statusCode).toBe(404)
})
