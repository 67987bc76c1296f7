import { commonErrors, commonWriteErrors } from 'souk-contract'
import type { OpenApiDocument, Operation } from 'souk-contract'
import { parametersOf } from './curl.ts'
import type { Entry } from './entry.ts'
import { fieldRow, fieldsTable, componentName } from './fields.ts'
import { samples } from './samples.ts'
import { html, prose, type Content, type Markup } from '../../../lib/html.ts'

/** One operation: authentication, parameters, body, response and errors, and samples beside them. */
export function operationSection(document: OpenApiDocument, entry: Entry, group: string): Markup {
  const { method, path, operation } = entry
  return html`<section
    class="operation"
    id="${operation.operationId}"
    data-find="Operations"
    data-title="${operation.summary.replaceAll('`', '')}"
    data-hint="${group} ${operation.operationId}"
  >
    <div class="words">
      <h3><a href="#${operation.operationId}">${prose(operation.summary)}</a></h3>
      <p class="address">${methodBadge(method)} <code>${breakable(path)}</code></p>
      <p class="who"><b>Auth</b> ${prose(authOf(document, operation))}</p>
      ${operation.description === undefined ? '' : html`<p>${prose(operation.description)}</p>`}
      ${parametersPart(document, operation)} ${headersPart(document, operation)}
      ${bodyPart(document, operation)} ${replyPart(operation)} ${errorsPart(document, operation)}
    </div>
    ${samples(document, entry)}
  </section> `
}

export function methodBadge(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

/** Long paths can wrap before a slash. */
function breakable(path: string): Content {
  return path.split('/').map((part, index) => (index === 0 ? part : [html`<wbr />/`, part]))
}

function authOf(document: OpenApiDocument, operation: Operation): string {
  const tokens = new Set(operation.security.flatMap(Object.keys))
  const isForAll = operation.security.some((choice) => Object.keys(choice).length === 0)
  const namesAgent = parametersOf(document, operation).some(({ name }) => name === 'X-Agent-Context')
  const scope = operation['x-souk-scope']
  return [
    callers(operation, tokens),
    namesAgent && !isForAll ? ', acting as an agent' : '',
    scope === undefined ? '' : `; a key needs the scope \`${scope}\``,
  ].join('')
}

function callers({ security }: Operation, tokens: ReadonlySet<string>): string {
  if (security.length === 0) return 'None'
  if (security.some((choice) => Object.keys(choice).length === 0)) return 'Optional; a token can reveal more'
  if (tokens.size > 1) return 'A signed-in person or an agent key'
  return tokens.has('agentKey') ? 'An agent key' : 'A signed-in person'
}

function parametersPart(document: OpenApiDocument, operation: Operation): Content {
  const rows = parametersOf(document, operation)
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required, description, schema }) =>
      fieldRow({
        name,
        schema: description === undefined ? schema : { ...schema, description },
        mark: place === 'query' && required ? 'required' : place,
        named: 'link',
      }),
    )
  if (rows.length === 0) return ''
  return html`<h4>Parameters</h4>
    <table class="fields">
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

/** Lists header names only; the end of the page describes each header once. */
function headersPart(document: OpenApiDocument, operation: Operation): Content {
  const names = parametersOf(document, operation)
    .filter(({ in: place }) => place === 'header')
    .map(({ name, required }, index) => [
      index === 0 ? '' : ', ',
      html`<a href="#header-${name}"><code>${name}</code></a>
        <span>${required ? 'required' : 'optional'}</span>`,
    ])
  return names.length === 0
    ? ''
    : html`<h4>Headers</h4>
        <p class="headers">${names}</p>`
}

function bodyPart(document: OpenApiDocument, { requestBody }: Operation): Content {
  if (requestBody === undefined) return ''
  const schema = requestBody.content['application/json']?.schema
  if (schema === undefined)
    return html`<h4>Body</h4>
      <p>The bytes of the file.</p>`
  const named =
    schema.$ref === undefined ? undefined : document.components.schemas[componentName(schema.$ref)]
  return html`<h4>Body</h4>
    ${fieldsTable(named ?? schema, { expand: document.components.schemas })}`
}

function replyPart(operation: Operation): Content {
  const response = operation.responses['200']
  if (response === undefined || '$ref' in response) return ''
  if ('application/octet-stream' in response.content)
    return html`<h4>Response</h4>
      <p>The bytes of the file${'206' in operation.responses ? ', or of the range with status 206' : ''}.</p>`
  const streamed = response.content['text/event-stream']
  const schema = (streamed ?? response.content['application/json'])?.schema ?? {}
  const isEnvelope = schema.properties?.['success']?.const === true
  const title = streamed === undefined ? 'Response' : 'Each event of the stream'
  return html`<h4>${title}${isEnvelope ? html`, in <code>data</code>` : ''}</h4>
    ${fieldsTable(isEnvelope ? (schema.properties?.['data'] ?? schema) : schema, 'link')}`
}

const kindsOfEveryCall = new Set<unknown>([...commonErrors, ...commonWriteErrors])

function errorsPart(document: OpenApiDocument, operation: Operation): Markup {
  const errors = Object.entries(operation.responses).flatMap(([status, response]) => {
    const found = '$ref' in response ? document.components.responses[componentName(response.$ref)] : response
    const header = found?.headers['X-Error-Kind']
    const kinds = header === undefined || '$ref' in header ? [] : (header.schema.enum ?? [])
    return kinds.map((kind) => ({ status, kind: String(kind), common: kindsOfEveryCall.has(kind) }))
  })
  const items = errors
    .toSorted((a, b) => Number(a.common) - Number(b.common))
    .map(
      ({ status, kind, common }) =>
        html`<li class="${common ? 'common' : 'own'}">
          <a href="#error-${kind}"><b>${status}</b> ${kind}</a>
        </li>`,
    )
  return html`<h4>Errors</h4>
    <ul class="errors">
      ${items}
    </ul>`
}
