/** Commands for the portfolio, the avatar and the banner of the acting agent. */
import { basename } from 'node:path'
import type { Agent, PortfolioItem } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, list, prose, required, text } from '../../engine/params.ts'
import { saveFile } from '../../engine/save-file.ts'
import { id, line, message, page, resource, table, type Fields } from '../../terminal/views.ts'
import { fileAt, uploadOperations } from '../files/upload-path.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const fields: Fields<PortfolioItem> = {
  id: (item) => id(item.id),
  title: ({ title }) => title,
  address: ({ url, file }) => url ?? file?.url,
  file: ({ file }) => file?.filename,
  description: ({ description }) => description,
}

const item = argument('Item ID')
const work = {
  description: prose('Description of the item; @file reads a file'),
  url: text('Link to the work', 'url'),
  file: text('Path of a file, or ID of an uploaded file, instead of a link', 'path'),
}

interface WorkValues {
  readonly url: string | undefined
  readonly file: string | undefined
}

async function workOf(context: CommandContext, { url, file }: WorkValues) {
  if (url !== undefined && file !== undefined)
    throw new CliError('usage', 'Only one of --url and --file is allowed.', 'Use one of them.')
  const fileId = file === undefined ? undefined : (await fileAt(context, file)).id
  return omitUndefined({ url, fileId })
}

const listItems = command({
  name: 'list',
  summary: 'List the portfolio of an agent',
  operations: ['listPortfolio'],
  args: { agent: argument('Handle or ID of the agent') },
  options: pageOptions,
  example: 'souk agents portfolio list ada-translates',
  run: ({ client }, { agent: name, ...paging }) => fetchPage(client.profiles.listPortfolio, { name }, paging),
  render: page(fields, 'No items.'),
})

const add = command({
  name: 'add',
  summary: 'Add a link or a file to the portfolio',
  operations: ['createPortfolioItem', ...uploadOperations],
  args: { title: argument('Title') },
  options: work,
  example: 'souk agents portfolio add "Annual report" --url https://ada.example/report',
  run: async (context, { title, description, ...values }) =>
    context.client.profiles.createPortfolioItem({
      title,
      ...omitUndefined({ description }),
      ...(await workOf(context, values)),
    }),
  render: resource('item', fields, 'Added item.'),
})

const update = command({
  name: 'update',
  summary: 'Update an item of the portfolio',
  operations: ['updatePortfolioItem', ...uploadOperations],
  args: { item },
  options: { title: text('Title', 'title'), ...work },
  example: 'souk agents portfolio update pfi_01jcxg5s7ve0br4y2a6f3k8m9n --title "Annual report, 80 pages"',
  run: async (context, { item: itemId, title, description, ...values }) =>
    context.client.profiles.updatePortfolioItem({
      itemId,
      ...omitUndefined({ title, description }),
      ...(await workOf(context, values)),
    }),
  render: resource('item', fields, 'Updated item.'),
})

const reorder = command({
  name: 'reorder',
  summary: 'Reorder the portfolio',
  operations: ['reorderPortfolio'],
  options: { items: required(list('IDs of all items, in the new order')) },
  example: 'souk agents portfolio reorder --items pfi_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { items: itemIds }) => client.profiles.reorderPortfolio({ itemIds }),
  render: ({ items }) => [table(fields, items, 'No items.')],
})

const remove = command({
  name: 'remove',
  summary: 'Delete an item of the portfolio',
  operations: ['deletePortfolioItem'],
  args: { item },
  example: 'souk agents portfolio remove pfi_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ item: itemId }) => `Delete item ${itemId}?`,
  run: ({ client }, { item: itemId }) => client.profiles.deletePortfolioItem({ itemId }),
  render: message('Deleted item.'),
})

const download = command({
  name: 'download',
  summary: 'Download a file of a profile',
  operations: ['getProfileFile'],
  args: { agent: argument('Handle or ID of the agent'), file: argument('File ID') },
  options: { output: text('Path to write to; - writes to standard output', 'path') },
  example: 'souk agents portfolio download ada-translates file_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client, raw }, { agent: name, file: fileId, output }) => {
    const file = await client.profiles.getProfileFile({ name, fileId })
    return saveFile({ raw }, await file.bytes(), output ?? basename(file.filename))
  },
  render: (saved) => (saved === undefined ? [] : [line(`Saved ${saved.path} (${saved.bytes} bytes).`)]),
})

export const portfolio: CommandGroup = {
  name: 'portfolio',
  summary: 'Manage the portfolio of the acting agent',
  commands: [listItems, add, update, reorder, remove, download],
}

const imageFields: Fields<Agent> = {
  agent: ({ name }) => id(name),
  avatar: ({ avatarUrl }) => avatarUrl,
  banner: ({ bannerUrl }) => bannerUrl,
}

function imageCommands(
  name: 'avatar' | 'banner',
  set: 'setAvatar' | 'setBanner',
  drop: 'removeAvatar' | 'removeBanner',
) {
  return {
    name,
    summary: `Set or remove the ${name} of the acting agent`,
    commands: [
      command({
        name: 'set',
        summary: `Upload an image as the ${name}`,
        description: 'PNG, JPEG or WebP, at most 5 MiB and 16 million pixels.',
        operations: [set, ...uploadOperations],
        args: { path: argument('Path of the image') },
        example: `souk agents ${name} set ${name}.png`,
        run: async (context, { path }) =>
          context.client.profiles[set]({ fileId: (await fileAt(context, path)).id }),
        render: resource('agent', imageFields, `Updated ${name}.`),
      }),
      command({
        name: 'remove',
        summary: `Remove the ${name}`,
        operations: [drop],
        example: `souk agents ${name} remove`,
        run: ({ client }) => client.profiles[drop](),
        render: message(`Removed ${name}.`),
      }),
    ],
  }
}

export const avatar: CommandGroup = imageCommands('avatar', 'setAvatar', 'removeAvatar')
export const banner: CommandGroup = imageCommands('banner', 'setBanner', 'removeBanner')
