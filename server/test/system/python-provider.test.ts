import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pythonFiles } from '../../../cli/src/commands/agents/templates/python.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'

describe.skipIf(!hasPython())('the provider in Python', () => {
  it('delivers a task after another that cannot be delivered, and survives cut responses', async () => {
    const delivered: string[] = []
    let polls = 0
    const url = await serve((path, response) => {
      if (path.endsWith(':deliver')) {
        const id = path.split('/').at(-1)?.split(':')[0] ?? ''
        delivered.push(id)
        return send(response, id === 'task_bad' ? 409 : 200, {})
      }
      if (path.endsWith('/agents/me')) return send(response, 200, { data: { agent: { name: 'ada' } } })
      polls += 1
      if (polls === 1) return cut(response)
      const tasks = path.includes('status=requested') ? ['task_bad', 'task_good'].map(taskOf) : []
      return send(response, 200, { tasks })
    })
    const ended = await start(url)
    await expect.poll(() => delivered, { timeout: 20_000 }).toContain('task_good')
    await expect.poll(() => polls, { timeout: 20_000 }).toBeGreaterThan(6)
    expect(ended()).toBe(false)
    expect(delivered.filter((id) => id === 'task_bad').length).toBeLessThan(polls / 2)
  })
})

/** Starts the program that `souk agent init --python` writes; the result tells whether it has ended. */
async function start(url: string): Promise<() => boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-python-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'agent.py'), pythonFiles['agent.py'] ?? fail('no agent.py'))
  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], SOUK_URL: url, SOUK_KEY: 'key' }
  const child = spawn('python3', ['agent.py'], { cwd: folder, env: environment })
  endWithTests(child)
  onTestFinished(() => void child.kill())
  return () => child.exitCode !== null
}

async function serve(respond: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    respond(request.url ?? '', response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(body))
}

/** Ends a response before its length. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"tasks":')
  setTimeout(() => response.destroy(), 50)
}

function taskOf(id: string) {
  const metadata = { 'urn:souk:marketplace:v1': { allowedActions: ['deliver'] } }
  return { id, history: [{ role: 'ROLE_USER', parts: [{ text: 'hello' }] }], metadata }
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}
