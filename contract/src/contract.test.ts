/** Rules that every route must follow. */
import { Ajv, type AnySchemaObject } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import {
  addsData,
  adminContract,
  contract,
  errorKinds,
  isWrite,
  marketplaceExtension,
  type Route,
} from './index.ts'
import { ownKeywords } from './keywords.ts'

const routesOf = (groups: object): { key: string; route: Route }[] =>
  Object.values(groups).flatMap((group) =>
    Object.entries<Route>(group).map(([key, route]) => ({ key, route })),
  )
const operatorRoutes = routesOf(adminContract)
const routes = [...routesOf(contract), ...operatorRoutes]
const parts = ['params', 'query', 'body'] as const

const ajv = new Ajv({ allErrors: true, coerceTypes: false, useDefaults: false })
formats.default(ajv)
ajv.addVocabulary([...ownKeywords])

describe('contract', () => {
  it('has unique operation names', () => {
    expect(repeated(routes.map(({ key }) => key))).toEqual([])
  })

  it('has unique paths per method, ignoring the names of parameters', () => {
    const addresses = routes.map(({ route: { surface, method, path } }) =>
      [surface, method, path.replaceAll(/\{\w+\}/g, '{}')].join(' '),
    )
    expect(repeated(addresses)).toEqual([])
  })

  it('has exactly the operator routes in the admin contract, below /admin', () => {
    for (const { key, route } of routes) {
      const isOperators = operatorRoutes.some((other) => other.key === key)
      expect([key, route.auth === 'operator', route.path.startsWith('/admin/')]).toEqual([
        key,
        isOperators,
        isOperators,
      ])
    }
  })

  it('names the allowed roles of every operator route, and of no other route', () => {
    for (const { key, route } of routes)
      expect([key, route.operators !== undefined]).toEqual([key, route.auth === 'operator'])
  })

  it('refuses every write while storage is full, except for deletions and the deactivation of keys', () => {
    const accepted = routes.filter(({ route }) => isWrite(route) && !addsData(route))
    const others = accepted.filter(({ route }) => route.method !== 'DELETE').map(({ key }) => key)
    expect(others).toEqual(['deactivateKey'])
    expect(accepted.map(({ key }) => key)).toContain('endCurrentSession')
    const deletions = routes.filter(({ route }) => route.method === 'DELETE')
    expect(accepted).toHaveLength(deletions.length + others.length)
    expect(routes.filter(({ route }) => addsData(route) && !isWrite(route))).toEqual([])
  })
})

describe.each(routes)('$key', ({ key, route }) => {
  it('has a short summary that starts with a capital letter and has no full stop', () => {
    expect(route.summary).toMatch(/^[A-Z][^.;:]{3,60}[^.]$/)
  })

  it('has a description in whole sentences', () => {
    expect(route.description).toMatch(/^[A-Z].*\.$/)
  })

  it('has a name that consists of a verb and a noun', () => {
    expect(key).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/)
  })

  it('has a path of words, parameters and colon actions', () => {
    expect(route.path).toMatch(/^(\/(\.?[a-zA-Z][\w.-]*|\{[a-z][a-zA-Z]*\})(:[a-z][a-zA-Z]*)?)+$/)
  })

  it('declares exactly the parameters of its path', () => {
    const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(new Set(Object.keys(route.params?.properties ?? {}))).toEqual(inPath)
    expect(new Set(route.params?.required)).toEqual(inPath)
  })

  it('has unique field names across path, query and body', () => {
    expect(repeated(parts.flatMap((part) => Object.keys(route[part]?.properties ?? {})))).toEqual([])
  })

  it('has a body only if the method allows one', () => {
    if (route.method === 'GET' || route.method === 'DELETE') expect(route.body).toBeUndefined()
  })

  it('refuses unknown body fields, or ignores them on A2A routes', () => {
    if (route.surface === 'platform') expect(openObjects(route.body)).toEqual([])
    else expect(closedObjects(route.body)).toEqual([])
  })

  it('has an example that its schemas accept', () => {
    for (const part of parts) {
      const schema = route[part]
      const example = route.example[part]
      if (schema === undefined) expect(example, part).toBeUndefined()
      else expect(problemsOf(schema, example ?? {}), part).toEqual([])
    }
  })

  it('has an example body if it takes a body', () => {
    if (route.body !== undefined) expect(route.example.body).toBeDefined()
  })

  it('lists existing error kinds once each', () => {
    expect(repeated(route.errors)).toEqual([])
    for (const kind of route.errors) expect(errorKinds).toHaveProperty([kind])
  })
})

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** Paths of objects that accept unknown fields. */
function openObjects(schema: unknown, at = 'body'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([name, value]) => openObjects(value, `${at}.${name}`))
  const isOpen =
    'properties' in schema &&
    'type' in schema &&
    schema.type === 'object' &&
    (!('additionalProperties' in schema) || schema.additionalProperties !== false)
  return isOpen ? [at, ...inside] : inside
}

/** Paths of objects that refuse unknown fields, except for the marketplace extension. */
function closedObjects(schema: unknown, at = 'body'): string[] {
  if (typeof schema !== 'object' || schema === null || at.endsWith(`.${marketplaceExtension}`)) return []
  const inside = Object.entries(schema).flatMap(([name, value]) => closedObjects(value, `${at}.${name}`))
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false
  return isClosed ? [at, ...inside] : inside
}

function problemsOf(schema: AnySchemaObject, example: object): string[] {
  const validate = ajv.compile(schema)
  if (validate(example)) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? error.keyword}`)
}
