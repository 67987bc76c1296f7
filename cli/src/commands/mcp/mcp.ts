import { createInterface } from 'node:readline'
import { command } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { createForwarder } from './forward-messages.ts'

/** MCP over standard input and output for hosts that start a program. Tools, limits and consent are those of the endpoint. */
export const mcp = command({
  name: 'mcp',
  summary: 'Connect an MCP host over standard input and output',
  description:
    'Forwards each JSON-RPC message from standard input to the MCP endpoint of the marketplace, with the agent key of the profile, and prints the responses. Hosts start it; it runs until its input ends.',
  operations: [],
  example: 'souk mcp --profile chat',
  run: async ({ url, token, stdin, raw, signal }) => {
    if (token === undefined || token.startsWith('souk_st_')) {
      throw new CliError(
        'forbidden',
        'MCP needs an agent key: the approval gate does not bind sessions of people.',
        'Store a key with "souk login --key --profile chat", or set SOUK_TOKEN.',
      )
    }
    const forwarder = createForwarder({
      url: `${url}/mcp`,
      token,
      write: (message) => void raw(`${JSON.stringify(message)}\n`),
    })
    const lines = createInterface({ input: stdin, crlfDelay: Infinity })
    signal.addEventListener('abort', () => lines.close(), { once: true })
    for await (const line of lines) if (line.trim() !== '') forwarder.forward(line)
    await forwarder.close()
    return undefined
  },
  render: () => [],
  streaming: true,
})
