/** What a client sent: form fields of v1 or the JSON of v2, as one tree of texts. */
export type Params = { [name: string]: Param }
export type Param = string | Params

/** `line_items[0][price_data][currency]=usd` into a tree; lists become objects with numbered fields. */
export function parseForm(body: string): Params {
  const root: Params = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    let node = root
    for (const part of path.slice(0, -1)) {
      const next = node[part]
      node = node[part] = typeof next === 'object' ? next : {}
    }
    const last = path.at(-1) ?? ''
    node[last === '' ? String(Object.keys(node).length) : last] = value
  }
  return root
}

export function parseJson(body: string): Params {
  const tree = treeOf(JSON.parse(body === '' ? '{}' : body))
  return typeof tree === 'object' ? tree : {}
}

function treeOf(value: unknown): Param {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, treeOf(item)]))
}

/** The text at a path such as `payment_intent_data.metadata.souk_id`. */
export function text(params: Params, path: string): string | undefined {
  const found = at(params, path)
  return typeof found === 'string' ? found : undefined
}

export function number(params: Params, path: string): number {
  return Number(text(params, path) ?? Number.NaN)
}

export function texts(params: Params, path: string): Record<string, string> {
  const found = at(params, path)
  if (typeof found !== 'object') return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}

function at(params: Params, path: string): Param | undefined {
  let node: Param | undefined = params
  for (const part of path.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return node
}
