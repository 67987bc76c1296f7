import { chapters } from './commands/index.ts'
import { referenceOf } from './engine/reference.ts'

/** The text of docs/cli.md. */
export function cliDocs(): string {
  return referenceOf(chapters)
}
