import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { adminContract, contract } from '../index.ts'
import { openApiDocument } from './openapi.ts'
import { list, route } from '../route.ts'
import { field } from '../shapes/common.ts'
import type { JsonSchema } from './document.ts'

const settings = { origin: 'https://souk.example', version: '1.2.3' }

const Parcel = Type.Object({ weight: Type.Integer() }, { title: 'Parcel' })

const parcels = {
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

const deliveries = {
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

const document = openApiDocument({ parcels, deliveries }, settings)
const sendParcel = document.paths['/parcels/{parcelId}']?.post
const acceptParcel = document.paths['/a2a/v1/agents/{name}/tasks/{taskId}:accept']?.post

describe('openApiDocument', () => {
  it('names operations by their key, tags them by group and names the server', () => {
    expect(document.servers).toEqual([{ url: 'https://souk.example/api' }])
    expect(document.info.version).toBe('1.2.3')
    expect(document.tags).toEqual([{ name: 'parcels' }, { name: 'deliveries' }])
    expect(sendParcel).toMatchObject({
      operationId: 'sendParcel',
      tags: ['parcels'],
      'x-souk-scope': 'deliver',
    })
    expect(acceptParcel).toMatchObject({ operationId: 'acceptParcel', tags: ['deliveries'] })
  })

  it('makes the origin a server variable in a template', () => {
    const [server] = openApiDocument(contract, { ...settings, isTemplate: true }).servers
    expect(server).toMatchObject({
      url: '{origin}/api',
      variables: { origin: { default: 'https://souk.example' } },
    })
  })

  it('includes path and query parameters and the headers that apply', () => {
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

  it('lists the accepted tokens of a route', () => {
    const either = [{ userSession: [] }, { agentKey: [] }]
    expect(sendParcel?.security).toEqual(either)
    expect(document.paths['/parcels']?.get?.security).toEqual([{}, ...either])
    const real = openApiDocument(contract, settings)
    expect(real.paths['/users/register']?.post?.security).toEqual([])
    expect(real.paths['/users/me']?.get?.security).toEqual([{ userSession: [] }])
    expect(real.paths['/agents/me/link-code']?.post?.security).toEqual(either)
  })

  it('documents 403 on every route that reads a token', () => {
    const real = openApiDocument(contract, settings)
    expect(real.paths['/users/me']?.get?.responses).toHaveProperty('403')
    expect(real.paths['/agents/{name}']?.get?.responses).toHaveProperty('403')
    expect(real.paths['/sessions']?.post?.responses).not.toHaveProperty('403')
    expect(real.paths['/agents/{name}']?.get?.parameters).toContainEqual({
      $ref: '#/components/parameters/AgentContext',
    })
  })

  it('documents ranges of downloads that support them', () => {
    const real = openApiDocument(contract, settings)
    const range = { $ref: '#/components/parameters/Range' }
    const download = real.paths['/files/{fileId}/content']?.get
    expect(download?.parameters).toContainEqual(range)
    expect(download?.responses['206']).toMatchObject({
      headers: { 'Content-Range': { $ref: '#/components/headers/ContentRange' } },
    })
    const other = real.paths['/users/me']?.get
    expect(other?.parameters).not.toContainEqual(range)
    expect(other?.responses).not.toHaveProperty('206')
  })

  it('makes one component of each schema with a title, even if a field is named title', () => {
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

  it('puts the description of a field beside the reference to its component', () => {
    const body = Type.Object({ contents: field(Parcel, 'Contents of the box.') })
    const described = openApiDocument({ parcels: { sendParcel: { ...parcels.sendParcel, body } } }, settings)
    const { requestBody } = described.paths['/parcels/{parcelId}']?.post ?? {}
    expect(requestBody?.content['application/json']?.schema.properties).toEqual({
      contents: { $ref: '#/components/schemas/Parcel', description: 'Contents of the box.' },
    })
    expect(described.components.schemas['Parcel']).not.toHaveProperty('description')
  })

  it('throws if two different schemas have the same title', () => {
    const Other = Type.Object({ length: Type.Integer() }, { title: 'Parcel' })
    const other = { sendOther: route({ ...parcels.sendParcel, path: '/others/{parcelId}', reply: Other }) }
    expect(() => openApiDocument({ parcels, other }, settings)).toThrow(/different schemas.*"Parcel"/)
  })

  it('wraps platform replies in an envelope, but not A2A replies', () => {
    expect(sendParcel?.responses['200']).toMatchObject({
      headers: { 'X-Request-Id': {} },
      content: { 'application/json': { schema: { required: ['success', 'data'] } } },
    })
    expect(acceptParcel?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
    })
  })

  it('groups errors by status, with the body of the surface', () => {
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

describe('openApiDocument of the operators', () => {
  const admin = openApiDocument(adminContract, { ...settings, audience: 'operator' })

  it('requires the session of an operator on every operation, or the operator token where it suffices', () => {
    expect(Object.keys(admin.components.securitySchemes)).toEqual(['operatorSession', 'operatorToken'])
    for (const item of Object.values(admin.paths))
      for (const { security } of Object.values(item)) expect(security[0]).toEqual({ operatorSession: [] })
    expect(admin.paths['/admin/ledger/verify']?.post?.security).toContainEqual({ operatorToken: [] })
    expect(admin.paths['/admin/operators/{userId}']?.delete?.security).not.toContainEqual({
      operatorToken: [],
    })
  })

  it('documents 401, 403 for other roles, and 404 for people who are no operators', () => {
    const { responses } = admin.paths['/admin/ledger/verify']?.post ?? {}
    for (const status of ['401', '403', '404']) expect(responses).toHaveProperty(status)
  })

  it('has no header parameter that no operation takes', () => {
    expect(Object.keys(admin.components.parameters)).toEqual(['IdempotencyKey', 'Range'])
  })

  it('has no path in common with the public document', () => {
    const shared = Object.keys(openApiDocument(contract, settings).paths).filter(
      (path) => path in admin.paths,
    )
    expect(shared).toEqual([])
  })
})

describe.each([
  ['public', contract],
  ['operator', adminContract],
] as const)('openApiDocument of the %s contract', (audience, groups) => {
  const real = openApiDocument(groups, { ...settings, audience })
  const text = JSON.stringify(real)

  it('is plain JSON and deterministic', () => {
    expect(JSON.parse(text)).toEqual(real)
    expect(JSON.stringify(openApiDocument(groups, { ...settings, audience }))).toBe(text)
    expect(text).not.toContain('"~')
  })

  it('has an operation for every route', () => {
    const documented = Object.values(real.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
    expect(documented.toSorted()).toEqual(
      Object.values<object>(groups)
        .flatMap((group) => Object.keys(group))
        .toSorted(),
    )
  })

  it('has no dangling reference', () => {
    const components = new Map<string, object>(Object.entries(real.components))
    for (const [, group = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g))
      expect(components.get(group), `${group}/${name}`).toHaveProperty([name])
  })

  it('describes every tag, component, parameter and field', () => {
    const operations = Object.values(real.paths).flatMap((item) => Object.values(item))
    const missing = [
      ...real.tags.filter(({ description }) => description === undefined).map(({ name }) => name),
      ...operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
        ...parameters.flatMap((parameter) =>
          '$ref' in parameter || parameter.description !== undefined
            ? []
            : [`${operationId} ${parameter.name}`],
        ),
        ...undescribed(requestBody?.content['application/json']?.schema, operationId),
        ...Object.values(responses).flatMap((response) =>
          '$ref' in response ? [] : undescribed(response.content['application/json']?.schema, operationId),
        ),
      ]),
      ...Object.entries(real.components.schemas).flatMap(([name, schema]) => [
        ...(schema.description === undefined ? [name] : []),
        ...undescribed(schema, name),
      ]),
    ]
    expect(missing).toEqual([])
  })
})

/** Paths of the fields without a description. */
function undescribed(schema: JsonSchema | undefined, at: string): string[] {
  if (schema === undefined) return []
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const map = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      ...(inner.description === undefined ? [`${at}.${name}`] : []),
      ...undescribed(inner, `${at}.${name}`),
    ]),
    ...[items, map, ...anyOf, ...oneOf, ...allOf].flatMap((inner) => undescribed(inner, at)),
  ]
}
