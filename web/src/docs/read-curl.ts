interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request of a sample command. The header with the token is left out, because the reader enters their own. */
export function readCurl(command: string): Request {
  const method = / -X (\w+) /.exec(command)?.[1] ?? 'GET'
  const url = unquoted(/(?:curl|-X \w+) ('(?:[^']|'\\'')*')/.exec(command)?.[1])
  const headers = [...command.matchAll(/-H ('(?:[^']|'\\'')*')/g)].map(([, quoted]) => unquoted(quoted))
  return {
    method,
    url: new URL(url, 'http://localhost').pathname + new URL(url, 'http://localhost').search,
    headers: Object.fromEntries(
      headers.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: unquoted(/-d ('(?:[^']|'\\'')*')/.exec(command)?.[1]).replaceAll('\n  ', '\n'),
  }
}

function unquoted(text = "''"): string {
  return text.slice(1, -1).replaceAll(String.raw`'\''`, "'")
}
