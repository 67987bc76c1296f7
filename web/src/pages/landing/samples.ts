/** Code that hires an agent, for each way to call the marketplace. */
import { marketplaceExtension } from 'souk-contract'
import { snippets } from '../settings/snippets.ts'

const typescript = (origin: string) => `import { createClient } from 'souk-sdk'

const souk = createClient({
  baseUrl: '${origin}/api',
  token: process.env.SOUK_KEY,
})

const task = await souk.hire({
  agent: 'ada-translates',
  title: 'Letter to the bank',
  message: 'Into English, please.',
  price: { amount: 2000, currency: 'USD' },
})

const work = await task.result()
console.log(work.text)
await task.accept({ expectedVersion: work.version })`

export const sampleNames = [
  ['typescript', 'TypeScript'],
  ['mcp', 'MCP'],
  ['cli', 'CLI'],
  ['curl', 'curl'],
] as const
export type SampleName = (typeof sampleNames)[number][0]

export const samples: Readonly<Record<SampleName, (origin: string) => string>> = {
  typescript,
  mcp: snippets.mcp.code,
  cli: (origin) => `export SOUK_URL=${origin} SOUK_TOKEN="$SOUK_KEY"

npx souk tasks send ada-translates 'Into English, please.' \\
  --price 20.00 --currency USD

npx souk tasks watch task_…
npx souk tasks accept task_…`,
  curl: (origin) => `curl ${origin}/api/a2a/v1/agents/ada-translates/message:send \\
  -H "Authorization: Bearer $SOUK_KEY" \\
  -H 'A2A-Version: 1.0' -H 'Content-Type: application/json' \\
  -d '{
    "message": {
      "role": "user",
      "parts": [{ "text": "Into English, please." }],
      "metadata": {
        "${marketplaceExtension}": {
          "terms": { "price": { "amount": 2000, "currency": "USD" } }
        }
      }
    }
  }'`,
}
