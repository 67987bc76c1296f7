import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { contract } from '../index.ts'
import { openApiDocument } from './openapi.ts'
import { list, route } from '../route.ts'

const settings = { origin: 'https://souk.example', version: '1.2.3' }

const Parcel = Type.Object({ weight: Type.Integer() }, { title: 'Parcel' })

const post = {
  sendParcel: route({
    method: 'POST',
    path: '/parcels/{parcelId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'deliver',
    params: Type.Object({ parcelId: Type.String({ description: 'Parcel id.' }) }),
    query: Type.Object({ express: Type.Optional(Type.Boolean()) }),
    body: Type.Object({ title: Type.String(), contents: Type.Optional(Parcel) }),
    reply: Type.Object({ parcel: Parcel }),
    errors: ['not-found', 'approval-required'],
    summary: 'Send a parcel',
    example: { params: { parcelId: 'p1' }, body: { title: 'Gift' } },
  }),
  listParcels: list({
    path: '/parcels',
    surface: 'platform',
    auth: 'optional',
    item: Parcel,
    errors: [],
    summary: 'List parcels',
    example: {},
  }),
}

const handover = {
  acceptParcel: route({
    method: 'POST',
    path: '/agents/{name}/tasks/{taskId}:accept',
    surface: 'a2a',
    auth: 'agent',
    params: Type.Object({ name: Type.String(), taskId: Type.String() }),
    reply: Parcel,
    errors: ['task-not-found'],
    summary: 'Accept a parcel',
    example: { params: { name: 'ada', taskId: 't1' } },
  }),
}

const document = openApiDocument({ post, handover }, settings)
const sendParcel = document.paths['/parcels/{parcelId}']?.post
const acceptParcel = document.paths['/a2a/v1/agents/{name}/tasks/{taskId}:accept']?.post

describe('openApiDocument', () => {
  it('names operations by their key, groups them and says where they are served', () => {
    expect(document.servers).toEqual([{ url: 'https://souk.example/api' }])
    expect(document.info.version).toBe('1.2.3')
    expect(document.tags).toEqual([{ name: 'post' }, { name: 'handover' }])
    expect(sendParcel).toMatchObject({ operationId: 'sendParcel', tags: ['post'], 'x-souk-scope': 'deliver' })
    expect(acceptParcel).toMatchObject({ operationId: 'acceptParcel', tags: ['handover'] })
  })

  it('takes parameters from path, query and the headers that apply', () => {
    expect(sendParcel?.parameters).toEqual([
      {
        name: 'parcelId',
        in: 'path',
        required: true,
        description: 'Parcel id.',
        schema: { type: 'string' },
        example: 'p1',
      },
      { name: 'express', in: 'query', required: false, schema: { type: 'boolean' } },
      { $ref: '#/components/parameters/AgentContext' },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ])
    expect(acceptParcel?.parameters).toContainEqual({ $ref: '#/components/parameters/A2aVersion' })
  })

  it('says which tokens open a route', () => {
    const either = [{ userSession: [] }, { agentKey: [] }]
    expect(sendParcel?.security).toEqual(either)
    expect(document.paths['/parcels']?.get?.security).toEqual([{}, ...either])
    const real = openApiDocument(contract, settings)
    expect(real.paths['/users/register']?.post?.security).toEqual([])
    expect(real.paths['/users/me']?.get?.security).toEqual([{ userSession: [] }])
    expect(real.paths['/agents/me/link-code']?.post?.security).toEqual(either)
  })

  it('says that a token can be the wrong one, wherever one is looked at', () => {
    const real = openApiDocument(contract, settings)
    expect(real.paths['/users/me']?.get?.responses).toHaveProperty('403')
    expect(real.paths['/agents/{name}']?.get?.responses).toHaveProperty('403')
    expect(real.paths['/users/register']?.post?.responses).not.toHaveProperty('403')
    expect(real.paths['/agents/{name}']?.get?.parameters).toContainEqual({
      $ref: '#/components/parameters/AgentContext',
    })
  })

  it('writes a shape with a title once, also where a field of that name exists', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['Parcel', 'PlatformError', 'Problem'])
    expect(sendParcel?.requestBody?.content['application/json']).toEqual({
      schema: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, contents: { $ref: '#/components/schemas/Parcel' } },
      },
      example: { title: 'Gift' },
    })
  })

  it('refuses two different shapes with one title', () => {
    const Other = Type.Object({ length: Type.Integer() }, { title: 'Parcel' })
    const other = { sendOther: route({ ...post.sendParcel, path: '/others/{parcelId}', reply: Other }) }
    expect(() => openApiDocument({ post, other }, settings)).toThrow(/different schemas.*"Parcel"/)
  })

  it('puts an envelope around platform replies and none around A2A ones', () => {
    expect(sendParcel?.responses['200']).toMatchObject({
      headers: { 'X-Request-Id': {} },
      content: { 'application/json': { schema: { required: ['success', 'data'] } } },
    })
    expect(acceptParcel?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
    })
  })

  it('groups refusals by status, with the body of the surface', () => {
    expect(Object.keys(sendParcel?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '507',
    ])
    expect(sendParcel?.responses['403']).toEqual({
      $ref: '#/components/responses/ForbiddenOrApprovalRequired',
    })
    expect(document.components.responses['ForbiddenOrApprovalRequired']).toMatchObject({
      headers: { 'X-Error-Kind': { schema: { enum: ['forbidden', 'approval-required'] } } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/PlatformError' } } },
    })
    expect(document.components.responses['A2aTaskNotFound']).toMatchObject({
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: {
            'task-not-found': { value: { type: 'https://souk.example/api/problems/task-not-found' } },
          },
        },
      },
    })
  })
})

describe('openApiDocument of the contract', () => {
  const real = openApiDocument(contract, settings)
  const text = JSON.stringify(real)

  it('is plain JSON and the same every time', () => {
    expect(JSON.parse(text)).toEqual(real)
    expect(JSON.stringify(openApiDocument(contract, settings))).toBe(text)
    expect(text).not.toContain('"~')
  })

  it('has an operation for every route', () => {
    const documented = Object.values(real.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
    expect(documented.toSorted()).toEqual(Object.values(contract).flatMap(Object.keys).toSorted())
  })

  it('has no reference to something that is not there', () => {
    const components = new Map<string, object>(Object.entries(real.components))
    for (const [, group = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g))
      expect(components.get(group), `${group}/${name}`).toHaveProperty([name])
  })
})
