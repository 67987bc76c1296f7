/** Parts of the API reference that all operations share. `data-find` names the group of a search result. */
import { errorKinds, eventKinds } from 'souk-contract'
import type { OpenApiDocument } from 'souk-contract'
import { fieldsTable } from './fields.ts'
import { html, prose, type Markup } from '../../../lib/html.ts'

export function schemasSection(document: OpenApiDocument): Markup {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}" data-find="Schemas" data-title="${name}">
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

export function eventsSection(): Markup {
  const rows = Object.entries(eventKinds).map(
    ([kind, { description }]) =>
      html`<tr id="event-${kind}" data-find="Events" data-title="${kind}">
        <th scope="row"><code>${kind}</code></th>
        <td>${prose(description)}</td>
      </tr> `,
  )
  return html`<section class="group" id="events">
    <h2>Events</h2>
    <p class="about">
      Webhooks and streams carry these kinds of events. They contain IDs; read the rest from the API.
    </p>
    ${wideTable(rows)}
  </section> `
}

export function headersSection(document: OpenApiDocument): Markup {
  const rows = Object.values(document.components.parameters).map(
    ({ name, description }) =>
      html`<tr id="header-${name}" data-find="Headers" data-title="${name}">
        <th scope="row"><code>${name}</code></th>
        <td>${prose(description ?? '')}</td>
      </tr> `,
  )
  return html`<section class="group" id="headers">
    <h2>Headers</h2>
    ${wideTable(rows)}
  </section> `
}

export function errorsSection(): Markup {
  const rows = Object.entries(errorKinds).map(
    ([kind, { status, title, advice }]) =>
      html`<tr id="error-${kind}" data-find="Errors" data-title="${kind}" data-hint="${status}">
        <th scope="row"><code>${kind}</code><span class="mark">${status}</span></th>
        <td><b>${title}.</b> ${advice}</td>
      </tr> `,
  )
  return html`<section class="group" id="errors">
    <h2>Errors</h2>
    ${wideTable(rows)}
  </section> `
}

const wideTable = (rows: readonly Markup[]): Markup =>
  html`<table class="fields wide">
    <tbody>
      ${rows}
    </tbody>
  </table> `
