/**
 * Runs the official MCP conformance suite against a running server: first the scenarios for servers, then those for
 * authorization servers. The suite sends no credentials, so a proxy adds the agent key, and the session consents in place of a person:
 * `MCP_URL=http://localhost:4000/mcp SOUK_KEY=souk_ak_… SOUK_SESSION=souk_st_… npm run mcp:conformance`. All versions need Node 22.
 */
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import { testAuthorization } from './authorization-conformance.mjs'

const { MCP_URL = 'http://localhost:4000/mcp', SOUK_KEY, SOUK_SESSION } = process.env
if (SOUK_KEY === undefined) throw new Error('SOUK_KEY must be an agent key.')
if (SOUK_SESSION === undefined)
  throw new Error('SOUK_SESSION must be a session of a person who owns an agent.')

/** Version of the suite for each revision of the protocol. */
const suites = [
  ['0.2.0-alpha.12', '2026-07-28'],
  ['0.1.16', '2025-11-25'],
]

const proxy = createServer((incoming, outgoing) => {
  const { host: _host, ...headers } = incoming.headers
  // The suite takes the proxy for the server.
  if (headers.origin?.endsWith(`:${port}`)) headers.origin = new URL(MCP_URL).origin
  const forwarded = request(
    MCP_URL,
    { method: incoming.method, headers: { ...headers, authorization: `Bearer ${SOUK_KEY}` } },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    },
  )
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
})
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const { port } = proxy.address()

let failures = 0
for (const [version, revision] of suites) {
  const args = [
    '--yes',
    `@modelcontextprotocol/conformance@${version}`,
    'server',
    '--url',
    `http://127.0.0.1:${port}/mcp`,
  ]
  const chosen = version.startsWith('0.2') ? ['--requirements', revision] : []
  const run = spawn('npx', [...args, ...chosen], { stdio: 'inherit' })
  failures += await new Promise((resolve) => run.once('close', (code) => resolve(code === 0 ? 0 : 1)))
}
proxy.close()
for (const [, revision] of suites) {
  if (!(await testAuthorization(MCP_URL, { revision, session: SOUK_SESSION }))) failures++
}
process.exitCode = failures === 0 ? 0 : 1
