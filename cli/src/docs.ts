import { sections } from './commands/index.ts'
import { renderReference } from './engine/reference.ts'

/** Content of docs/cli.md. */
export function cliDocs(): string {
  return renderReference(sections)
}
