import type { OpenApiDocument, Operation } from 'souk-contract'
import { html, type Content, type Markup } from '../../../lib/html.ts'
import { curlExample } from './curl.ts'
import type { Entry } from './entry.ts'
import { exampleOf } from './example-value.ts'
import { typescriptExample } from './typescript.ts'

/** Request in several languages and a response. The script shows one language at a time. */
export function samples(document: OpenApiDocument, entry: Entry): Markup {
  const { operationId } = entry.operation
  return html`<div class="samples">
    <figure class="request">
      <figcaption>
        <span>${operationId}</span>
        <span class="tools"></span>
      </figcaption>
      ${sample('curl', curlExample(document, entry))}
      ${sample('TypeScript', typescriptExample(document, entry.operation))}
    </figure>
    ${responseSample(document, entry.operation)}
  </div>`
}

function sample(language: string, code: string): Markup {
  return html`<pre
    data-language="${language}"
    tabindex="0"
    aria-label="${language}"
  ><code>${code}</code></pre>`
}

function responseSample(document: OpenApiDocument, { responses }: Operation): Content {
  const success = responses['200']
  if (success === undefined || '$ref' in success) return ''
  const schema = success.content['application/json']?.schema
  if (schema === undefined) return ''
  const example = JSON.stringify(exampleOf(schema, document.components.schemas), null, 2)
  return html`<figure class="response">
    <figcaption><span class="status">200</span> <span>Response</span></figcaption>
    <pre tabindex="0" aria-label="Response"><code>${example}</code></pre>
  </figure>`
}
