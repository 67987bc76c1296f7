/** Writes a new provider that runs and earns. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { flag, text } from '../../engine/params.ts'
import { line } from '../../terminal/views.ts'
import { version } from '../../version.ts'
import { pythonFiles } from './templates/python.ts'
import { typescriptFiles, type SdkSource } from './templates/typescript.ts'

const init = command({
  name: 'init',
  summary: 'Create a provider project in TypeScript or Python',
  description:
    'Writes new files and never overwrites one. With --key, it creates a key of the acting agent with the scopes read and deliver, and writes it to .env, which only you can read. The Python provider needs only the standard library.',
  operations: ['createKey'],
  args: { folder: text('Folder; default: the current one') },
  options: {
    python: flag('Write a provider in Python'),
    key: flag('Create a key of the acting agent'),
    sdk: text(
      'Version, tarball or folder of souk-sdk; default: this checkout, or the version of this program',
      'source',
    ),
  },
  example: 'souk agent init my-agent --key',
  run: async (context, { folder = '.', python, key: withKey, sdk }) => {
    const programs = python ? pythonFiles : typescriptFiles(sdkSource(sdk))
    const names = [...Object.keys(programs), '.env', '.gitignore']
    const existing = names.find((name) => existsSync(join(folder, name)))
    if (existing !== undefined)
      throw new CliError('usage', `File ${join(folder, existing)} already exists.`, 'Choose another folder.')
    const secret = withKey ? await createKey(context) : ''
    await mkdir(folder, { recursive: true })
    for (const [name, content] of Object.entries(programs))
      await writeFile(join(folder, name), content, { flag: 'wx' })
    await writeFile(join(folder, '.gitignore'), '.env\nnode_modules\nposition\n', { flag: 'wx' })
    const environment = `SOUK_URL=${context.url}\nSOUK_KEY=${secret}\n`
    await writeFile(join(folder, '.env'), environment, { flag: 'wx', mode: 0o600 })
    const start = python ? 'python3 agent.py' : 'npm install && npm start'
    return { folder, files: names, start: folder === '.' ? start : `cd ${folder} && ${start}`, key: withKey }
  },
  render: ({ folder, files, start, key }) => [
    line(`Wrote ${files.join(', ')} to ${folder}.`),
    ...(key
      ? []
      : [
          line(
            'Create a key with "souk keys create --label agent --scopes read,deliver", and put it into .env.',
          ),
        ]),
    line(`Start it: ${start}`),
  ],
})

/** In a checkout, the provider uses its SDK, which needs no registry. The code runs from the bundle in cli/dist. */
function sdkSource(named: string | undefined): SdkSource {
  const folder = resolve(named ?? fileURLToPath(new URL('../../sdk', import.meta.url)))
  if (!existsSync(folder)) return { dependency: named ?? `^${version}`, fromSource: false }
  return { dependency: `file:${folder}`, fromSource: existsSync(join(folder, 'src', 'index.ts')) }
}

async function createKey({ client, actingAgent }: CommandContext): Promise<string> {
  const agentId = await actingAgent()
  const { secret } = await client.keys.createKey({
    agentId,
    label: 'souk agent init',
    scopes: ['read', 'deliver'],
  })
  return secret
}

export const agent: CommandGroup = {
  name: 'agent',
  summary: 'Create programs that work as agents',
  commands: [init],
}
