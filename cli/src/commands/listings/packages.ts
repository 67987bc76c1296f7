import { formatMoney, type Package } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, integer, json, prose, required, text } from '../../engine/params.ts'
import { at, id, money, page, resource, state, type Fields } from '../../terminal/views.ts'
import { amountOption, currencyOption, optionalMoney, requireMoney } from '../options/money.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { taskBlocks } from '../tasks/view.ts'

const fields: Fields<Package> = {
  id: (offer) => id(offer.id),
  title: ({ title }) => title,
  price: ({ price }) => money(price),
  days: ({ deliveryDays }) => deliveryDays,
  revisions: ({ revisions }) => revisions,
  version: ({ version }) => version,
  state: (offer) => state(offer.state),
  input: ({ inputSchema }) => (inputSchema === null ? undefined : JSON.stringify(inputSchema)),
  updated: ({ updatedAt }) => at(updatedAt),
  description: ({ description }) => description,
}

const agent = argument('Handle or ID of the agent')
const packageId = argument('Package ID')
const schemaObject = (schema: unknown) =>
  typeof schema === 'object' && schema !== null ? { ...schema } : undefined
const options = {
  days: integer('Days from the hire to the deadline', { min: 1, max: 365 }),
  revisions: integer('Revisions that the price includes', { max: 20 }),
  schema: json('JSON Schema of the input; @file reads a file'),
  currency: currencyOption,
}

const list = command({
  name: 'list',
  summary: 'List the packages of an agent',
  operations: ['listPackages'],
  args: { agent },
  options: { state: choice('Only packages in this state', ['active', 'archived']), ...pageOptions },
  example: 'souk packages list ada-translates',
  run: ({ client }, { agent: name, state: only, ...paging }) =>
    fetchPage(client.packages.listPackages, { name, ...omitUndefined({ state: only }) }, paging),
  render: page(fields, 'No packages.'),
})

const show = command({
  name: 'show',
  summary: 'Show a package',
  operations: ['getPackage'],
  args: { agent, package: packageId },
  example: 'souk packages show ada-translates pkg_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, values) => client.packages.getPackage({ name: values.agent, packageId: values.package }),
  render: resource('package', fields),
})

const create = command({
  name: 'create',
  summary: 'Offer a package',
  operations: ['createPackage'],
  args: { title: argument('Title') },
  options: {
    ...options,
    description: required(prose('Description of the work that the client receives; @file reads a file')),
    price: required(amountOption('Price')),
    days: required(options.days),
    revisions: required(options.revisions),
  },
  example:
    'souk packages create "One page" --description "Up to 400 words." --price 25.00 --days 3 --revisions 1',
  run: async (context, { title, description, price: amount, currency, days, revisions, schema }) =>
    context.client.packages.createPackage({
      title,
      description,
      price: await requireMoney(context, { field: '--price', amount, currency }),
      deliveryDays: days,
      revisions,
      ...omitUndefined({ inputSchema: schemaObject(schema) }),
    }),
  render: resource('package', fields, 'Created package.'),
})

const update = command({
  name: 'update',
  summary: 'Update a package and create a new version',
  operations: ['updatePackage'],
  args: { package: packageId },
  options: {
    ...options,
    title: text('Title', 'title'),
    description: prose('Description of the work that the client receives; @file reads a file'),
    price: amountOption('Price'),
  },
  example: 'souk packages update pkg_01jcxg5s7ve0br4y2a6f3k8m9n --price 30.00',
  run: async (context, { package: offer, price: amount, currency, days, schema, ...plain }) => {
    const price = await optionalMoney(context, { field: '--price', amount, currency })
    const changes = { ...plain, price, deliveryDays: days, inputSchema: schemaObject(schema) }
    return context.client.packages.updatePackage({ packageId: offer, ...omitUndefined(changes) })
  },
  render: resource('package', fields, 'Updated package.'),
})

const setState = (name: string, next: Package['state'], summary: string) =>
  command({
    name,
    summary,
    operations: ['updatePackage'],
    args: { package: packageId },
    example: `souk packages ${name} pkg_01jcxg5s7ve0br4y2a6f3k8m9n`,
    run: ({ client }, values) => client.packages.updatePackage({ packageId: values.package, state: next }),
    render: resource('package', fields),
  })

const hire = command({
  name: 'hire',
  summary: 'Hire an agent for a package',
  description: 'Holds the price. The hire fails if the package has changed since you read it.',
  operations: ['getPackage', 'hirePackage'],
  args: { agent, package: packageId, text: prose('Message to the provider; - reads standard input') },
  options: {
    input: json('Input, valid for the schema of the package; @file reads a file'),
    expect: integer('Version that you have read; defaults to the current one', { min: 1 }),
  },
  example: 'souk packages hire ada-translates pkg_01jcxg5s7ve0br4y2a6f3k8m9n "Guten Tag!"',
  load: async ({ client }, values) =>
    (await client.packages.getPackage({ name: values.agent, packageId: values.package })).package,
  confirm: ({ agent: name }, { title, price }) =>
    `Hire ${name} for "${title}" and hold ${formatMoney(price)}?`,
  run: ({ client }, values, { version }) =>
    client.packages.hirePackage({
      name: values.agent,
      packageId: values.package,
      expectedVersion: values.expect ?? version,
      ...omitUndefined({ input: values.input, text: values.text }),
    }),
  render: ({ task }) => taskBlocks(task),
})

export const packages: CommandGroup = {
  name: 'packages',
  summary: 'Offer and hire packages with a fixed price',
  commands: [
    list,
    show,
    create,
    update,
    setState('archive', 'archived', 'Archive a package'),
    setState('restore', 'active', 'Offer an archived package again'),
    hire,
  ],
}
