import type { JsonSchema, OpenApiDocument } from 'souk-contract'
import { html, prose, type Content, type Markup } from '../../../lib/html.ts'

type Schemas = OpenApiDocument['components']['schemas']

/** How a table shows components: expanded in requests, as links elsewhere. */
type ComponentMode = { readonly expand: Schemas } | 'link'

export function fieldsTable(schema: JsonSchema, named: ComponentMode): Markup {
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
  named: ComponentMode
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

/** Marks the exception: required fields of requests, optional fields of responses. */
function markOf(required: boolean, named: ComponentMode): string {
  if (named === 'link') return required ? '' : 'optional'
  return required ? 'required' : ''
}

/** Human-readable type of a value, with links to components. */
function typeOf(schema: JsonSchema): Content {
  if (schema.$ref !== undefined) return componentLink(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return separated(
      schema.enum.map((value) => JSON.stringify(value)),
      ' | ',
    )
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices !== undefined)
    return separated(choices.map(typeOf), schema.allOf === undefined ? ' or ' : ' and ')
  if (schema.type === 'array') return ['array of ', schema.items === undefined ? 'any' : typeOf(schema.items)]
  const values = valuesOf(schema)
  if (values !== undefined) return ['map of ', typeOf(values)]
  return [schema.type ?? 'any', schema.format === undefined ? '' : ` (${schema.format})`]
}

function componentLink(reference: string): Markup {
  const name = componentName(reference)
  return html`<a href="#schema-${name}">${name}</a>`
}

export function componentName(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}

function separated(items: readonly Content[], separator: string): Content {
  return items.map((item, index) => (index === 0 ? item : [separator, item]))
}

/** Schema of the values of an object that is used as a map. */
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

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const counted = (number: number) => `${number} ${number === 1 ? unit.replace(/s$/, '') : unit}`.trim()
  if (max !== undefined) return min === undefined ? `at most ${counted(max)}` : `${min} to ${counted(max)}`
  return min === undefined ? '' : `at least ${counted(min)}`
}

function nestedFields(schema: JsonSchema, named: ComponentMode): Content {
  if (schema.$ref !== undefined) {
    if (named === 'link') return ''
    // A component is not expanded inside itself, so the recursion ends for every document.
    const { [componentName(schema.$ref)]: component, ...others } = named.expand
    return component === undefined ? '' : nestedFields(component, { expand: others })
  }
  if (schema.properties !== undefined)
    return html`<details>
      <summary>${schema.title === undefined ? 'Fields' : `${schema.title} fields`}</summary>
      ${fieldsTable(schema, named)}
    </details>`
  const inner = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], valuesOf(schema) ?? []].flat()
  return inner.map((part) => nestedFields(part, named))
}
