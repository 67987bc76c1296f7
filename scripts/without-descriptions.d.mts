/** Empties the sentences of schemas and routes. */
export function withoutDescriptions(code: string): string
