/** What every route of the contract has to keep to; the list of cases is the contract itself. */
import { Ajv, type AnySchemaObject } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { addsData, contract, errorKinds, isWrite, marketplaceExtension, type Route } from './index.ts'
import { ownKeywords } from './secrets.ts'

const routes: { key: string; route: Route }[] = Object.values(contract).flatMap((group) =>
  Object.entries<Route>(group).map(([key, route]) => ({ key, route })),
)
const parts = ['params', 'query', 'body'] as const

const ajv = new Ajv({ allErrors: true, coerceTypes: false, useDefaults: false })
formats.default(ajv)
ajv.addVocabulary([...ownKeywords])

describe('contract', () => {
  it('has no key twice', () => {
    expect(repeated(routes.map(({ key }) => key))).toEqual([])
  })

  it('has no address twice, whatever its parameters are called', () => {
    const addresses = routes.map(({ route: { surface, method, path } }) =>
      [surface, method, path.replaceAll(/\{\w+\}/g, '{}')].join(' '),
    )
    expect(repeated(addresses)).toEqual([])
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
  it('is named by a verb and a noun', () => {
    expect(key).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/)
  })

  it('has a path of words, parameters and actions', () => {
    expect(route.path).toMatch(/^(\/(\.?[a-zA-Z][\w.-]*|\{[a-z][a-zA-Z]*\})(:[a-z][a-zA-Z]*)?)+$/)
  })

  it('has a schema for every path parameter and no other', () => {
    const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(new Set(Object.keys(route.params?.properties ?? {}))).toEqual(inPath)
    expect(new Set(route.params?.required)).toEqual(inPath)
  })

  it('has no name twice among path, query and body', () => {
    expect(repeated(parts.flatMap((part) => Object.keys(route[part]?.properties ?? {})))).toEqual([])
  })

  it('takes a body only where one is allowed', () => {
    if (route.method === 'GET' || route.method === 'DELETE') expect(route.body).toBeUndefined()
  })

  it('refuses fields it does not know, or ignores them where A2A says so', () => {
    if (route.surface === 'platform') expect(openObjects(route.body)).toEqual([])
    else expect(closedObjects(route.body)).toEqual([])
  })

  it('has an example that its own schemas accept', () => {
    for (const part of parts) {
      const schema = route[part]
      const example = route.example[part]
      if (schema === undefined) expect(example, part).toBeUndefined()
      else expect(problemsOf(schema, example ?? {}), part).toEqual([])
    }
  })

  it('shows a body when it takes one', () => {
    if (route.body !== undefined) expect(route.example.body).toBeDefined()
  })

  it('refuses with kinds that exist, each named once', () => {
    expect(repeated(route.errors)).toEqual([])
    for (const kind of route.errors) expect(errorKinds).toHaveProperty([kind])
  })
})

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** Where a request body would let unknown fields pass: paths of objects that are not closed. */
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

/** Where a body of A2A would refuse what a newer client says, except for the marketplace's own words. */
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
