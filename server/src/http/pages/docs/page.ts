/** Renders the API reference as one page without scripts and external resources. */
import { errorKinds } from 'souk-contract'
import type { OpenApiDocument } from 'souk-contract'
import { fieldsTable } from './fields.ts'
import { introduction } from './introduction.ts'
import { html, prose, type Markup } from '../../../lib/html.ts'
import { methodBadge, operationSection, type Entry } from './operation.ts'

export { docsStyle } from './style.ts'

export function docsPage(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name }) => ({ name, entries: entriesOf(document, name) }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} API reference</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <input type="checkbox" id="menu" aria-label="Show the contents" />
        <aside>
          <header>
            <a class="brand" href="#top">${document.info.title} <span>API</span></a
            ><label for="menu">Contents</label>
          </header>
          ${navigation(groups)}
        </aside>
        <main id="top">
          ${introduction(document)} ${groups.map((group) => groupSection(document, group))}
          ${schemasSection(document)} ${headersSection(document)} ${errorsSection()}
        </main>
      </body>
    </html> `.text
}

interface Group {
  readonly name: string
  readonly entries: readonly Entry[]
}

function entriesOf(document: OpenApiDocument, tag: string): Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([verb, operation]) => ({ method: verb.toUpperCase(), path, operation })),
  )
}

function navigation(groups: readonly Group[]): Markup {
  const lists = groups.map(
    ({ name, entries }) =>
      html`<details open>
        <summary>${titleOf(name)}</summary>
        <ul>
          ${entries.map(({ method, operation }) => navigationItem(method, operation.operationId))}
        </ul>
      </details> `,
  )
  return html`<nav aria-label="Contents">
    ${lists}
    <ul class="more">
      <li><a href="#schemas">Schemas</a></li>
      <li><a href="#headers">Headers</a></li>
      <li><a href="#errors">Errors</a></li>
    </ul>
  </nav>`
}

function navigationItem(method: string, key: string): Markup {
  return html`<li>
    <a href="#${key}">${methodBadge(method)}<span>${key}</span></a>
  </li> `
}

/** `approvalGate` -> `Approval gate`. */
function titleOf(group: string): string {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function groupSection(document: OpenApiDocument, { name, entries }: Group): Markup {
  return html`<section class="group" id="group-${name}">
    <h2>${titleOf(name)}</h2>
    ${entries.map((entry) => operationSection(document, entry))}
  </section> `
}

function schemasSection(document: OpenApiDocument): Markup {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}">
        <h3><a href="#schema-${name}">${name}</a></h3>
        ${schema.description === undefined ? '' : html`<p>${prose(schema.description)}</p>`}
        ${fieldsTable(schema, 'link')}
      </section> `,
  )
  return html`<section class="group" id="schemas">
    <h2>Schemas</h2>
    ${schemas}
  </section> `
}

function headersSection(document: OpenApiDocument): Markup {
  const rows = Object.values(document.components.parameters).map(
    ({ name, description }) =>
      html`<tr id="header-${name}">
        <th scope="row"><code>${name}</code></th>
        <td>${prose(description ?? '')}</td>
      </tr> `,
  )
  return html`<section class="group" id="headers">
    <h2>Headers</h2>
    <table class="fields">
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section> `
}

function errorsSection(): Markup {
  const rows = Object.entries(errorKinds).map(
    ([kind, { status, title, advice }]) =>
      html`<tr id="error-${kind}">
        <th scope="row"><code>${kind}</code><span class="mark">${status}</span></th>
        <td><b>${title}.</b> ${advice}</td>
      </tr> `,
  )
  return html`<section class="group" id="errors">
    <h2>Errors</h2>
    <table class="fields">
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section> `
}
