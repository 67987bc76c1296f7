/** Opens pages of the web app. */
import { command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { argument } from '../engine/params.ts'
import { openBrowser } from '../terminal/open-browser.ts'
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
    return { url, opened: !context.json && context.isTerminal && openBrowser(context.environment, url) }
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
