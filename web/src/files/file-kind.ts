/** How a file is previewed. Types that could run scripts are shown as source text. */
export type FileKind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'csv' | 'code' | 'text' | 'other'

const languages: Readonly<Record<string, string>> = {
  sh: 'bash',
  css: 'css',
  diff: 'diff',
  patch: 'diff',
  go: 'go',
  java: 'java',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  json: 'json',
  py: 'python',
  rs: 'rust',
  sql: 'sql',
  ts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  svg: 'xml',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
}

export function languageOf(filename: string): string {
  return languages[extensionOf(filename)] ?? ''
}

export function fileKindOf(filename: string, mediaType: string): FileKind {
  const extension = extensionOf(filename)
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) return 'image'
  if (/^audio\/(mpeg|mp4|ogg|wav|x-wav|webm|flac|aac)$/.test(mediaType)) return 'audio'
  if (/^video\/(mp4|webm|ogg|quicktime)$/.test(mediaType)) return 'video'
  if (mediaType === 'application/pdf') return 'pdf'
  if (extension === 'md' || mediaType === 'text/markdown') return 'markdown'
  if (extension === 'csv' || extension === 'tsv' || mediaType === 'text/csv') return 'csv'
  if (Object.hasOwn(languages, extension)) return 'code'
  return mediaType.startsWith('text/') || extension === 'txt' ? 'text' : 'other'
}

function extensionOf(filename: string): string {
  return /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** Id of a file of this marketplace that a part links to. */
export function fileIdIn(url: string, origin: string): string | undefined {
  return url.startsWith(`${origin}/`)
    ? /^\/api\/files\/(file_[0-9a-z]+)\/content$/.exec(url.slice(origin.length))?.[1]
    : undefined
}
