import { readFileSync } from 'node:fs'
import { adminContract, contract, errorDocs, eventDocs, openApiDocument } from 'souk-contract'
import { cliDocs } from '../cli/src/docs.ts'
import { evidenceDoc } from './evidence-doc.ts'
import { lifecycleDoc } from './lifecycle-doc.ts'
import { mutantsDoc } from './mutants-doc.ts'
import { operationsDoc } from './operations-doc.ts'

/** Generated files that need no database: path from the root of the repository, and content. */
export function emittedFiles(): readonly (readonly [file: string, content: string])[] {
  const settings = { origin: 'http://localhost:4000', version: serverVersion(), isTemplate: true }
  return [
    ['openapi/souk.json', written(openApiDocument(contract, settings))],
    [
      'openapi/souk-admin.json',
      written(openApiDocument(adminContract, { ...settings, audience: 'operator' })),
    ],
    ['docs/http-errors.md', errorDocs()],
    ['docs/events-and-webhooks.md', eventDocs()],
    ['docs/task-lifecycle.md', lifecycleDoc()],
    ['docs/cli.md', cliDocs()],
    ['docs/evidence.md', evidenceDoc()],
    ['docs/evidence-mutants.md', mutantsDoc()],
    ['docs/operations.md', operationsDoc()],
  ]
}

function written(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function serverVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../server/package.json', import.meta.url), 'utf8'))
  return String(version)
}
