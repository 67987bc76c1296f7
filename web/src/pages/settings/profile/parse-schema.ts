type Parsed = { readonly schema: Readonly<Record<string, unknown>> | null } | { readonly problem: 'invalid' }

/** A JSON Schema as typed; empty means none. The server checks its keywords. */
export function parseSchema(text: string): Parsed {
  if (text.trim() === '') return { schema: null }
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { schema: value } : { problem: 'invalid' }
  } catch {
    return { problem: 'invalid' }
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
