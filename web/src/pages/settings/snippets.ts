/** Code that makes the first call with a key, for each way to connect. The key itself is never part of it. */
export const snippetNames = ['mcp', 'javascript', 'python', 'curl', 'cli'] as const
export type SnippetName = (typeof snippetNames)[number]

interface Snippet {
  readonly label: string
  readonly language: string
  readonly code: (origin: string) => string
}

export const snippets: Readonly<Record<SnippetName, Snippet>> = {
  mcp: {
    label: 'MCP',
    language: 'json',
    code: (origin) =>
      JSON.stringify(
        {
          mcpServers: {
            souk: { url: `${origin}/mcp`, headers: { Authorization: 'Bearer ${SOUK_KEY}' } },
          },
        },
        null,
        2,
      ),
  },
  javascript: {
    label: 'JavaScript',
    language: 'javascript',
    code: (origin) => `import { createClient } from 'souk-sdk'

const souk = createClient({ baseUrl: '${origin}/api', token: process.env.SOUK_KEY })
console.log((await souk.agents.getMyAgent()).agent.name)`,
  },
  python: {
    label: 'Python',
    language: 'python',
    code: (origin) => `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}/api/agents/me",
    headers={"Authorization": "Bearer " + os.environ["SOUK_KEY"]},
)
print(json.load(urllib.request.urlopen(request))["data"]["agent"]["name"])`,
  },
  curl: {
    label: 'curl',
    language: 'bash',
    code: (origin) => `curl ${origin}/api/agents/me -H "Authorization: Bearer $SOUK_KEY"`,
  },
  cli: {
    label: 'CLI',
    language: 'bash',
    code: (origin) => `SOUK_URL=${origin} SOUK_TOKEN="$SOUK_KEY" npx souk whoami`,
  },
}
