import { readFile } from 'node:fs/promises'
import { contract } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { cliDocs } from '../docs.ts'
import type { Call } from '../engine/program.ts'
import { buildProgram } from '../engine/program.ts'
import { exitOfKind, exits } from '../engine/refused.ts'
import { everyCommand, everyNode, flagsOf } from '../engine/tree.ts'
import { chapters } from './index.ts'

const commands = everyCommand(chapters).map(({ path, command }) => ({ name: path.join(' '), path, command }))
const operations = Object.values(contract).flatMap((group) => Object.keys(group))

/** Operations that no command needs, and why. */
const unreached: Readonly<Record<string, string>> = {
  getA2aAgentCard: 'the same card as getAgentCard, at another address',
  followTask: 'the same as subscribeToTask, by GET',
}

describe('the commands', () => {
  it('reach every operation of the contract', () => {
    const reached = new Set([...commands.flatMap(({ command }) => command.calls), ...Object.keys(unreached)])
    expect(operations.filter((operation) => !reached.has(operation))).toEqual([])
    expect([...reached].filter((operation) => !operations.includes(operation))).toEqual([])
  })

  it.each(everyNode(chapters).map(({ path, node }) => [path.join(' '), node] as const))(
    '%s says what it is',
    (_path, node) => {
      expect(node.does).toMatch(/^[A-Z].*[^.]$/)
      expect(node.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    },
  )

  it.each(commands)('$name has an example that parses, help and --json', async ({ path, command }) => {
    const [program, ...words] = wordsOf(command.example)
    expect(program).toBe('souk')
    expect(words.slice(0, path.length)).toEqual(path)
    expect((await parsed(words)).command).toBe(command)
    expect((await parsed([...words, '--json'])).json).toBe(true)
    const texts = (await parsed(words)).texts
    for (const word of [...Object.entries(command.takes), ...Object.entries(command.options)]) {
      expect(() => word[1].read(texts[word[0]] ?? [])).not.toThrow()
    }
    expect(await helpOf(path)).toContain(`Example:\n  $ ${command.example}`)
    expect(new Set(flagsOf(command)).size).toBe(flagsOf(command).length)
  })
})

describe('the exit codes', () => {
  it('differ, and each kind of refusal has one that is not success', () => {
    const codes = Object.values(exits).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const name of Object.values(exitOfKind)) expect(exits[name].code).toBeGreaterThan(1)
  })
})

describe('docs/cli.md', () => {
  it('is what the rows say', async () => {
    const committed = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8').catch(() => '')
    expect(committed === cliDocs(), 'docs/cli.md is out of date: run npm run emit').toBe(true)
  })
})

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

async function parsed(words: readonly string[]): Promise<Call> {
  const calls: Call[] = []
  const program = buildProgram({ chapters, version: '0.0.0', words }, async (call) => void calls.push(call))
  await program.parseAsync([...words], { from: 'user' })
  const [call] = calls
  if (call === undefined) throw new Error(`"${words.join(' ')}" is no command`)
  return call
}

async function helpOf(path: readonly string[]): Promise<string> {
  let written = ''
  const output = { writeOut: (text: string) => void (written += text) }
  const program = buildProgram({ chapters, version: '0.0.0', words: path, output }, async () => undefined)
  await program.parseAsync([...path, '--help'], { from: 'user' }).catch(() => undefined)
  return written
}
