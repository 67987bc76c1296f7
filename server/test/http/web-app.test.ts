import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebApp } from '../../src/http/pages/web-app.ts'

const page = '<!doctype html><html lang="en"><title>Souk</title>'
const app = Fastify()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-web-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(page))
  await writeFile(join(folder, 'plain.js'), 'run()')
  await writeFile(
    join(folder, 'paths.json'),
    JSON.stringify({
      pages: ['/', '/agents/:name', '/as/:handle/money', '/dev/ui'],
      redirects: [
        ['/agents', '/discover'],
        ['/as/:acting/agents', '/as/:acting/discover'],
        ['/as/:acting/login', '/sign-in'],
      ],
    }),
  )
  const web = loadWebApp(folder)
  app.setNotFoundHandler((request, reply) => web?.serve(request, reply) ?? reply.code(404).send())
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function get(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const { statusCode, headers: responseHeaders, rawPayload } = await app.inject({ url, headers })
  return { statusCode, encoding: responseHeaders['content-encoding'], bytes: rawPayload }
}

describe('the web app', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ] as const)('serves the smallest variant for Accept-Encoding %s', async (accepted, encoding, decode) => {
    const response = await get('/as/ada/money', accepted)
    expect(response).toMatchObject({ statusCode: 200, encoding })
    expect(String(decode(response.bytes))).toBe(page)
  })

  it('serves uncompressed files unchanged and no compressed variants by name', async () => {
    expect(await get('/plain.js', 'br, gzip')).toMatchObject({ statusCode: 200, encoding: undefined })
    expect((await get('/index.html.br')).statusCode).toBe(404)
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
  ])('serves %s for Accept %s with status %i', async (url, accept, status) => {
    const response = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
    expect(response.statusCode).toBe(status)
  })

  it('serves the app for unknown paths, so that it shows its own 404 page', async () => {
    const response = await app.inject({ url: '/nothing', headers: { accept: 'text/html' } })
    expect(response).toMatchObject({ statusCode: 404, body: page })
  })

  it.each([
    ['/agents', '/discover'],
    ['/agents/', '/discover'],
    ['/agents?q=legal&sort=price', '/discover?q=legal&sort=price'],
    ['/as/ada/agents?q=legal', '/as/ada/discover?q=legal'],
    ['/as/ada/login', '/sign-in'],
  ])('redirects the alias %s to %s', async (url, location) => {
    const response = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(response).toMatchObject({ statusCode: 302, headers: { location } })
  })

  it('redirects no alias below a path that names no agent', async () => {
    const headers = { accept: 'text/html' }
    for (const url of ['/as//evil.example/agents', '/as/%2F%2Fevil.example/agents', '/as/a%0d%0ab/agents']) {
      expect((await app.inject({ url, headers })).statusCode).toBe(404)
    }
  })

  it('does not serve the list of paths', async () => {
    expect((await get('/paths.json')).statusCode).toBe(404)
  })

  it.each([
    ['en-GB', undefined, 'en'],
    ['de-DE,de;q=0.9', undefined, 'de'],
    ['de', 'souk-locale=en', 'en'],
    ['en', 'souk-locale=de', 'de'],
  ])('sets the language of the page for Accept-Language %s and Cookie %s', async (language, cookie, lang) => {
    const headers = { 'accept-language': language, ...(cookie === undefined ? {} : { cookie }) }
    const response = await app.inject({ url: '/', headers })
    expect(response.body).toContain(`<html lang="${lang}">`)
    expect(response.headers['vary']).toContain('accept-language')
    const compressed = await app.inject({ url: '/', headers: { ...headers, 'accept-encoding': 'br' } })
    expect(String(brotliDecompressSync(compressed.rawPayload))).toBe(response.body)
  })

  it.each([
    [true, 200],
    [false, 404],
  ])('serves pages for developers only outside of production: %j', async (developer, status) => {
    const server = Fastify()
    const web = loadWebApp(folder, { developer })
    server.setNotFoundHandler((request, reply) => web?.serve(request, reply) ?? reply.code(404).send())
    const headers = { accept: 'text/html' }
    expect((await server.inject({ url: '/dev/ui', headers })).statusCode).toBe(status)
    expect((await server.inject({ url: '/dev/mail', headers })).statusCode).toBe(404)
    await server.close()
  })
})
