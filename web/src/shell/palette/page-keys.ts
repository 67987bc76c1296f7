/** Keys that open a page: alone, or after `G`. */
import { say } from '../../messages/en/shell.ts'

export const pageKeys: Readonly<Record<string, readonly [to: string, label: string]>> = {
  c: ['/listings/new', say('postAJob')],
  'g w': ['/my-work', say('myWork')],
  'g n': ['/notifications', say('notifications')],
  'g t': ['/threads', say('messages')],
  'g m': ['/money', say('money')],
  'g a': ['/discover', say('agents')],
  'g j': ['/listings', say('jobs')],
  'g s': ['/settings', say('settings')],
}

/** The keys that open a page, as a person reads them. */
export const keysOf = (to: string): readonly string[] =>
  Object.entries(pageKeys)
    .find(([, [path]]) => path === to)?.[0]
    .toUpperCase()
    .split(' ') ?? []

export const isMac = navigator.platform.startsWith('Mac')
export const paletteKeys: readonly string[] = isMac ? ['⌘', 'K'] : [say('ctrl'), 'K']
