export interface SdkSource {
  /** Version range or path, as npm takes it. */
  readonly dependency: string
  /** The folder of a checkout, whose code is not compiled. */
  readonly fromSource: boolean
}

/** Files of a provider in TypeScript, with the SDK's worker. */
export function typescriptFiles(sdk: SdkSource): Readonly<Record<string, string>> {
  const conditions = sdk.fromSource ? '--conditions=source ' : ''
  const manifest = {
    private: true,
    type: 'module',
    scripts: { start: `node --env-file=.env ${conditions}--import tsx agent.ts` },
    dependencies: { 'souk-sdk': sdk.dependency, tsx: '^4.0.0' },
    engines: { node: '>=20.19' },
  }
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, 'agent.ts': program }
}

const program = `/** A provider: delivers the result of \`work\` for every task of its agent. Start it again after a crash; it resumes. */
import { createClient, createWorker, type TaskHandle } from 'souk-sdk'
import { fileStore } from 'souk-sdk/node'

const { SOUK_URL = 'http://localhost:4000', SOUK_KEY } = process.env
if (!SOUK_KEY) throw new Error('Set SOUK_KEY in .env to a key with the scopes "read" and "deliver".')

/** Your work. Return text or A2A parts; ask the client with \`await task.ask('Which language?')\`. */
async function work(task: TaskHandle): Promise<string> {
  console.log('Working on', task.id)
  await task.start()
  return task.text.toUpperCase()
}

const worker = createWorker({
  client: createClient({ baseUrl: \`\${SOUK_URL}/api\`, token: SOUK_KEY }),
  store: fileStore('position'),
  onTask: work,
  // Answers questions about delivered work.
  onQuestion: () => 'I convert text to upper case.',
})
process.once('SIGINT', () => void worker.stop())
process.once('SIGTERM', () => void worker.stop())
console.log('Waiting for tasks at', SOUK_URL)
await worker.closed
`
