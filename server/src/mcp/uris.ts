/** URIs of MCP resources. The only place that knows their form. */
const scheme = 'souk://'

export const taskUri = (taskId: string) => `${scheme}tasks/${encodeURIComponent(taskId)}`
export const agentUri = (name: string) => `${scheme}agents/${encodeURIComponent(name)}`
export const artifactUri = (taskId: string, artifactId: string) =>
  `${taskUri(taskId)}/artifacts/${encodeURIComponent(artifactId)}`

/** Files of this marketplace are resources; other URLs stay as they are. */
export function fileUri(url: string, origin: string): string {
  const prefix = `${origin}/api/files/`
  const [fileId = ''] = url.startsWith(prefix) ? url.slice(prefix.length).split(/[/?#]/) : []
  return fileId === '' ? url : `${scheme}files/${fileId}`
}

export type ResourceAddress =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'artifact'; readonly taskId: string; readonly artifactId: string }
  | { readonly kind: 'receipt'; readonly taskId: string }
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'file'; readonly fileId: string }

/** The address of a resource; undefined for any other URI. */
export function parseUri(uri: string): ResourceAddress | undefined {
  const segments = uri.startsWith(scheme) ? uri.slice(scheme.length).split('/').map(decoded) : []
  const [kind, first = '', sub, second = ''] = segments
  if (first === '') return undefined
  if (segments.length === 2 && kind === 'tasks') return { kind: 'task', taskId: first }
  if (segments.length === 2 && kind === 'agents') return { kind: 'agent', name: first }
  if (segments.length === 2 && kind === 'files') return { kind: 'file', fileId: first }
  if (segments.length === 3 && kind === 'tasks' && sub === 'receipt')
    return { kind: 'receipt', taskId: first }
  if (segments.length === 4 && kind === 'tasks' && sub === 'artifacts' && second !== '')
    return { kind: 'artifact', taskId: first, artifactId: second }
  return undefined
}

/** Empty for a malformed escape. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
