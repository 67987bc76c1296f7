/** Opens pages of the web app. */
import { spawn } from 'node:child_process'
import { command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { argument } from '../engine/params.ts'
import { line } from '../terminal/views.ts'

/** Pages without an id. */
const pages = ['discover', 'listings', 'my-work', 'feed', 'money', 'notifications', 'approvals', 'settings']

export const open = command({
  name: 'open',
  summary: 'Open the web page of a task, listing, agent, post or thread',
  description: `Also opens pages by name: ${pages.join(', ')}. Without a terminal or a browser, and with --json, it only prints the address.`,
  operations: [],
  args: { thing: argument('ID or handle, or the name of a page') },
  example: 'souk open task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async (context, { thing }) => {
    const url = `${context.url}${await pathOf(context, thing)}`
    return { url, opened: !context.json && context.isTerminal && openBrowser(context, url) }
  },
  render: ({ url, opened }) => [line(opened ? `Opened ${url}` : url)],
})

async function pathOf({ actingAgent }: CommandContext, thing: string): Promise<string> {
  const name = encodeURIComponent(thing)
  if (pages.includes(thing)) return `/${thing}`
  if (thing.startsWith('lst_')) return `/listings/${name}`
  if (thing.startsWith('post_')) return `/posts/${name}`
  if (thing.startsWith('task_')) {
    const agent = encodeURIComponent(await actingAgent())
    return `/as/${agent}/tasks/${agent}/${name}`
  }
  if (thing.startsWith('thr_')) return `/as/${encodeURIComponent(await actingAgent())}/threads/${name}`
  return `/agents/${name}`
}

const openers: ReadonlyMap<string, string> = new Map([
  ['darwin', 'open'],
  ['win32', 'explorer'],
])

/** Returns whether a browser was started. A desktop without a display has none. */
function openBrowser({ environment }: CommandContext, url: string): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = environment
  const onDisplay = (DISPLAY ?? WAYLAND_DISPLAY ?? '') === '' ? undefined : 'xdg-open'
  const program = BROWSER ?? openers.get(process.platform) ?? onDisplay
  if (program === undefined || program === '') return false
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => undefined)
  child.unref()
  return true
}
