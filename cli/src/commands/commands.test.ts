import { readFile } from 'node:fs/promises'
import { adminContract, contract } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { cliDocs } from '../docs.ts'
import { flagsOf, listCommands, listNodes } from '../engine/command-tree.ts'
import { exitOfKind, exits } from '../engine/errors.ts'
import { buildProgram, type Invocation } from '../engine/program.ts'
import { sections } from './index.ts'

const commands = listCommands(sections).map(({ path, command }) => ({ name: path.join(' '), path, command }))
const operations = [...Object.values(contract), ...Object.values(adminContract)].flatMap((group) =>
  Object.keys(group),
)

/** Operations without a command, and the reason. */
const withoutCommand: Readonly<Record<string, string>> = {
  searchCatalog: '`souk discover` searches the same agents.',
  getA2aAgentCard: 'returns the same card as getAgentCard, at another address',
  getClock: 'exists only in test marketplaces; `souk-sdk/testing` calls it',
  advanceClock: 'exists only in test marketplaces; `souk-sdk/testing` calls it',
  requestAuthorization: 'serves the consent page, which a browser opens',
  approveAuthorization: 'serves the consent page, which a browser opens',
  denyAuthorization: 'serves the consent page, which a browser opens',
  describeDeviceRequest: 'serves the page for codes of devices, which a browser opens',
  approveDeviceRequest: 'serves the page for codes of devices, which a browser opens',
  denyDeviceRequest: 'serves the page for codes of devices, which a browser opens',
  followTask: 'streams the same events as subscribeToTask, with GET',
}

describe('sections', () => {
  it('covers every operation, public and of operators', () => {
    const covered = new Set([
      ...commands.flatMap(({ command }) => command.operations),
      ...Object.keys(withoutCommand),
    ])
    expect(operations.filter((operation) => !covered.has(operation))).toEqual([])
    expect([...covered].filter((operation) => !operations.includes(operation))).toEqual([])
  })

  it.each(listNodes(sections).map(({ path, node }) => [path.join(' '), node] as const))(
    '%s has a summary that starts with a capital and ends without a period',
    (_path, node) => {
      expect(node.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(node.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    },
  )

  it.each(commands)('$name has an example that parses, help and --json', async ({ path, command }) => {
    const [program, ...argv] = splitLine(command.example)
    expect(program).toBe('souk')
    expect(argv.slice(0, path.length)).toEqual(path)
    expect((await parse(argv)).command).toBe(command)
    expect((await parse([...argv, '--json'])).json).toBe(true)
    const { raw } = await parse(argv)
    for (const [key, param] of [...Object.entries(command.args), ...Object.entries(command.options)]) {
      expect(() => param.parse(raw[key] ?? [])).not.toThrow()
    }
    expect(await helpOf(path)).toContain(`Example:\n  $ ${command.example}`)
    expect(new Set(flagsOf(command)).size).toBe(flagsOf(command).length)
  })
})

describe('exits', () => {
  it('has distinct codes, and none of the error kinds exits with success', () => {
    const codes = Object.values(exits).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const name of Object.values(exitOfKind)) expect(exits[name].code).toBeGreaterThan(1)
  })
})

describe('docs/cli.md', () => {
  it('is up to date with the commands', async () => {
    const committed = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8').catch(() => '')
    expect(committed === cliDocs(), 'docs/cli.md is out of date: run npm run emit').toBe(true)
  })
})

function splitLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

async function parse(argv: readonly string[]): Promise<Invocation> {
  const invocations: Invocation[] = []
  const program = buildProgram(
    { sections, version: '0.0.0', argv },
    async (invocation) => void invocations.push(invocation),
  )
  await program.parseAsync([...argv], { from: 'user' })
  const [invocation] = invocations
  if (invocation === undefined) throw new Error(`"${argv.join(' ')}" is not a command`)
  return invocation
}

async function helpOf(path: readonly string[]): Promise<string> {
  let printed = ''
  const output = { writeOut: (text: string) => void (printed += text) }
  const program = buildProgram({ sections, version: '0.0.0', argv: path, output }, async () => undefined)
  await program.parseAsync([...path, '--help'], { from: 'user' }).catch(() => undefined)
  return printed
}
