/** Renders the API reference as one page. It is complete without scripts; the script of the web app adds search and trials. */
import type { OpenApiDocument } from 'souk-contract'
import { introduction } from './introduction.ts'
import { html, type Content, type Markup } from '../../../lib/html.ts'
import type { Entry } from './entry.ts'
import { methodBadge, operationSection } from './operation.ts'
import { errorsSection, eventsSection, headersSection, schemasSection } from './sections.ts'
import { trialDialog } from './trial.ts'

export { docsStyle } from './style.ts'

interface DocsOptions {
  /** Whether the web app is served beside the page, with its icon and the script of the page. */
  readonly hasApp: boolean
}

export function docsPage(document: OpenApiDocument, { hasApp }: DocsOptions): string {
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    entries: entriesOf(document, name),
  }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} API reference</title>
        <link rel="stylesheet" href="/api/docs.css" />
        ${
          hasApp
            ? html`<link rel="icon" href="/icon.svg" type="image/svg+xml" />
                <script type="module" src="/docs.js"></script>`
            : ''
        }
      </head>
      <body>
        <a class="skip" href="#top">Skip to the content</a>
        ${topBar(document, hasApp)}
        <input type="checkbox" id="menu" aria-label="Show the contents" />
        <aside>${navigation(groups)}</aside>
        <main id="top" tabindex="-1">
          ${introduction(document)} ${groups.map((group) => groupSection(document, group))} ${eventsSection()}
          ${schemasSection(document)} ${headersSection(document)} ${errorsSection()}
        </main>
        ${hasApp ? trialDialog : ''}
      </body>
    </html> `.text
}

/** The script shows the search. */
function topBar({ info: { title } }: OpenApiDocument, hasApp: boolean): Markup {
  return html`<header class="bar">
    <a class="brand" href="#top">${hasApp ? icon : ''}${title} <span>API reference</span></a>
    ${hasApp ? search : ''}
    <nav class="links" aria-label="${title}">
      <a href="/api/openapi.json">OpenAPI</a>
      ${hasApp ? html`<a class="open" href="/">Open ${title}</a>` : ''}
    </nav>
    <label class="menu" for="menu">Contents</label>
  </header>`
}

const icon = html`<img src="/icon.svg" alt="" width="22" height="22" />`

const search = html`<search class="search" hidden>
  <input
    type="search"
    id="search"
    role="combobox"
    aria-label="Search the API reference"
    aria-expanded="false"
    aria-controls="found"
    aria-autocomplete="list"
    autocomplete="off"
    placeholder="Search operations, events and errors"
  />
  <kbd aria-hidden="true">/</kbd>
  <div class="found" hidden>
    <ul id="found" role="listbox" aria-label="Results"></ul>
    <p class="none" role="status" hidden>No results</p>
    <p class="keys" aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> Move <kbd>↵</kbd> Open <kbd>esc</kbd> Close
    </p>
  </div>
</search>`

interface Group {
  readonly name: string
  readonly description: string | undefined
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
          ${entries.map(({ method, operation }) => navigationItem(method, operation))}
        </ul>
      </details> `,
  )
  return html`<nav aria-label="Contents">
    ${lists}
    <ul class="more">
      <li><a href="#events">Events</a></li>
      <li><a href="#schemas">Schemas</a></li>
      <li><a href="#headers">Headers</a></li>
      <li><a href="#errors">Errors</a></li>
    </ul>
  </nav>`
}

function navigationItem(method: string, { operationId, summary }: Entry['operation']): Markup {
  return html`<li>
    <a href="#${operationId}">${methodBadge(method)}<span>${summary.replaceAll('`', '')}</span></a>
  </li> `
}

/** `approvalGate` -> `Approval gate`. */
function titleOf(group: string): string {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function groupSection(document: OpenApiDocument, { name, description, entries }: Group): Markup {
  const lead: Content = description === undefined ? '' : html`<p class="about">${description}</p>`
  return html`<section class="group" id="group-${name}">
    <h2>${titleOf(name)}</h2>
    ${lead} ${entries.map((entry) => operationSection(document, entry, titleOf(name)))}
  </section> `
}
