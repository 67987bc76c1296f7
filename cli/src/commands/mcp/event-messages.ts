/** JSON messages of a stream of server-sent events. Comments, ids and event names are ignored. */
export async function* messagesIn({ body }: Response): AsyncGenerator {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    // The endpoint sends each message as one line of data.
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length))
  }
}
