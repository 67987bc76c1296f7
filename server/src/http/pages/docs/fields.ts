import type { JsonSchema, OpenApiDocument } from 'souk-contract'
import { html, prose, type Content, type Markup } from '../../../lib/html.ts'

type Shapes = OpenApiDocument['components']['schemas']

/** What a table does with shapes that have a name: where things are sent it shows their fields, else it links. */
export type NamedShapes = { readonly expand: Shapes } | 'link'

export function fieldsTable(schema: JsonSchema, named: NamedShapes): Markup {
  if (schema.properties === undefined)
    return html`<p class="type">${typeOf(schema)}</p>
      ${nestedFields(schema, named)}`
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties).map(([name, field]) =>
    fieldRow({ name, schema: field, mark: markOf(required.has(name), named), named }),
  )
  return html`<table class="fields">
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

export function fieldRow(field: {
  name: string
  schema: JsonSchema
  mark: string
  named: NamedShapes
}): Markup {
  const { name, schema, mark, named } = field
  const { description } = schema
  return html`<tr>
    <th scope="row">
      <code>${name}</code>${mark === '' ? '' : html`<span class="mark ${mark}">${mark}</span>`}
    </th>
    <td>
      <div class="type">${typeOf(schema)}${boundsOf(schema).map((bound) => html`<span>${bound}</span>`)}</div>
      ${description === undefined ? '' : html`<p>${prose(description)}</p>`}${nestedFields(schema, named)}
    </td>
  </tr> `
}

/** Said of the exception: what a caller must send, and what an answer may lack. */
function markOf(required: boolean, named: NamedShapes): string {
  if (named === 'link') return required ? '' : 'optional'
  return required ? 'required' : ''
}

/** The type of a value in the words of the page, with links to named shapes. */
export function typeOf(schema: JsonSchema): Content {
  if (schema.$ref !== undefined) return shapeLink(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return separated(
      schema.enum.map((value) => JSON.stringify(value)),
      ' | ',
    )
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices !== undefined)
    return separated(choices.map(typeOf), schema.allOf === undefined ? ' or ' : ' and ')
  if (schema.type === 'array')
    return ['list of ', schema.items === undefined ? 'anything' : typeOf(schema.items)]
  const values = valuesOf(schema)
  if (values !== undefined) return ['map of ', typeOf(values)]
  return [schema.type ?? 'anything', schema.format === undefined ? '' : ` (${schema.format})`]
}

function shapeLink(reference: string): Markup {
  const name = shapeName(reference)
  return html`<a href="#shape-${name}">${name}</a>`
}

export function shapeName(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}

function separated(items: readonly Content[], separator: string): Content {
  return items.map((item, index) => (index === 0 ? item : [separator, item]))
}

/** What stands behind the keys of an object that is used as a map. */
function valuesOf({
  patternProperties,
  additionalProperties,
  properties,
}: JsonSchema): JsonSchema | undefined {
  if (properties !== undefined) return undefined
  if (patternProperties !== undefined) return Object.values(patternProperties)[0]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

function boundsOf(schema: JsonSchema): Content[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  const bounds: Content[] = [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
  ]
  if (pattern === '\\S') bounds.push('not blank')
  else if (pattern !== undefined) bounds.push(html`matches <code>${pattern}</code>`)
  if (schema.default !== undefined) bounds.push(`default ${JSON.stringify(schema.default)}`)
  return bounds.filter((bound) => bound !== '')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const counted = (number: number) => `${number} ${number === 1 ? unit.replace(/s$/, '') : unit}`.trim()
  if (most !== undefined)
    return least === undefined ? `at most ${counted(most)}` : `${least} to ${counted(most)}`
  return least === undefined ? '' : `at least ${counted(least)}`
}

function nestedFields(schema: JsonSchema, named: NamedShapes): Content {
  if (schema.$ref !== undefined) {
    if (named === 'link') return ''
    // A shape is not shown inside itself, so this ends for every document.
    const { [shapeName(schema.$ref)]: shape, ...others } = named.expand
    return shape === undefined ? '' : nestedFields(shape, { expand: others })
  }
  if (schema.properties !== undefined)
    return html`<details>
      <summary>${schema.title ?? 'Its'} fields</summary>
      ${fieldsTable(schema, named)}
    </details>`
  const inner = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], valuesOf(schema) ?? []].flat()
  return inner.map((part) => nestedFields(part, named))
}
