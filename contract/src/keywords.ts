/** Keywords that the contract adds to JSON Schema. */

/** How the server stores a secret field; see `secrets.ts`. */
export const secretKeyword = 'x-secret'

/** Description of a field whose schema is a component; the OpenAPI document puts it beside the reference. */
export const fieldKeyword = 'x-field'

export const ownKeywords: readonly string[] = [secretKeyword, fieldKeyword]
