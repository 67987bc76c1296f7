/** The scenarios of the official MCP conformance suite for authorization servers. Version 0.1 of the suite has none. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const port = 4769
const callback = `http://127.0.0.1:${port}/callback`

/** Whether all scenarios of a revision pass. The suite prints a URL for the browser of a person, who consents. */
export async function testAuthorization(resource, { revision, session }) {
  const { origin } = new URL(resource)
  const { client_id: clientId } = await post(`${origin}/oauth/register`, {
    client_name: 'Conformance',
    redirect_uris: [callback],
  })
  const args = ['--url', origin, '--client-id', clientId, '--resource', resource, '--port', String(port)]
  const run = spawn(
    'npx',
    [
      '--yes',
      '@modelcontextprotocol/conformance@0.2.0-alpha.12',
      'authorization',
      ...args,
      '--spec-version',
      revision,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => run.once('close', resolve))
  for await (const line of createInterface({ input: run.stdout })) {
    process.stdout.write(`${line}\n`)
    if (line.startsWith(`${origin}/oauth/authorize?`)) await consent(line, { origin, session })
  }
  return (await ended) === 0
}

/** Stands in for the consent page. */
async function consent(url, { origin, session }) {
  const as = { authorization: `Bearer ${session}` }
  const { data } = await (await fetch(`${origin}/api/users/me/agents`, { headers: as })).json()
  const query = new URL(url).search.slice(1)
  const input = { query, agentId: data.items[0].agent.id, scopes: ['read'] }
  const approved = await post(`${origin}/api/oauth/authorizations/approve`, input, as)
  await fetch(approved.data.redirectTo)
}

async function post(url, input, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
