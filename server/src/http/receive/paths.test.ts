import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { normalizeTarget, routerPath } from './paths.ts'

const templates = [
  ['GET', '/agents/me'],
  ['GET', '/agents/{name}'],
  ['POST', '/agents/{name}/message:send'],
  ['POST', '/agents/{name}/message:stream'],
  ['GET', '/agents/{name}/tasks/{taskId}'],
  ['GET', '/agents/{name}/tasks/{taskId}:subscribe'],
  ['POST', '/agents/{name}/tasks/{taskId}:subscribe'],
  ['POST', '/agents/{name}/tasks/{taskId}:accept'],
  ['POST', '/agents/{name}/tasks/{taskId}:cancel'],
  ['GET', '/agents/{name}/tasks/{taskId}/artifacts/{artifactId}'],
  ['GET', '/agents/{name}/.well-known/agent-card.json'],
] as const

async function answer(method: 'GET' | 'POST', url: string): Promise<unknown> {
  const app = Fastify({ rewriteUrl: (request) => normalizeTarget(request.url ?? '/') })
  for (const [verb, template] of templates) {
    app.route({
      method: verb,
      url: routerPath(template),
      handler: async (request) => ({ route: `${verb} ${template}`, params: request.params }),
    })
  }
  const response = await app.inject({ method, url })
  await app.close()
  return response.statusCode === 200 ? response.json() : response.statusCode
}

describe('routerPath', () => {
  it.each(templates)('routes %s %s to its own template', async (method, template) => {
    const url = template.replaceAll(/\{(\w+)\}/g, 'x-$1')
    expect(await answer(method, url)).toMatchObject({ route: `${method} ${template}` })
    expect(await answer(method, url.replaceAll(':', '%3A'))).toMatchObject({ route: `${method} ${template}` })
    expect(await answer(method, url.replaceAll(':', '%3a'))).toMatchObject({ route: `${method} ${template}` })
  })

  it('keeps the verb out of the parameter', async () => {
    expect(await answer('POST', '/agents/ada/tasks/t1:accept')).toMatchObject({
      params: { name: 'ada', taskId: 't1' },
    })
  })

  it('returns 404 for an unknown verb', async () => {
    expect(await answer('POST', '/agents/ada/tasks/t1:explode')).toBe(404)
  })
})

describe('normalizeTarget', () => {
  it.each([
    ['http://souk.example.com/api/agents?q=a:b', '/api/agents?q=a:b'],
    ['HTTPS://souk.example.com:4000/api/agents', '/api/agents'],
    ['http://souk.example.com', '/'],
    ['http://souk.example.com?q=1', '/?q=1'],
    ['http://souk.example.com/tasks/t1%3Aaccept?#', '/tasks/t1:accept?#'],
    ['/api/agents?url=http://other.example/', '/api/agents?url=http://other.example/'],
    ['*', '*'],
  ])('turns %s into %s', (target, url) => {
    expect(normalizeTarget(target)).toBe(url)
  })
})
