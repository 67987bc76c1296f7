/** Monthly statements, for operators. */
import type { OwnerStatementLine, PlatformStatementLine } from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, text } from '../../../engine/params.ts'
import { id, money, page, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'

const minor = (amount: number, currency: string) => money({ amount, currency })

const platformFields: Fields<PlatformStatementLine> = {
  account: ({ account }) => account,
  owner: ({ owner }) => owner,
  opening: ({ opening, currency }) => minor(opening, currency),
  credits: ({ credits, currency }) => minor(credits, currency),
  debits: ({ debits, currency }) => minor(debits, currency),
  closing: ({ closing, currency }) => minor(closing, currency),
}

const ownerFields: Fields<OwnerStatementLine> = {
  owner: ({ ownerId }) => id(ownerId),
  name: ({ name }) => name,
  opening: ({ opening, currency }) => minor(opening, currency),
  'topped up': ({ toppedUp, currency }) => minor(toppedUp, currency),
  spent: ({ spent, currency }) => minor(spent, currency),
  earned: ({ earned, currency }) => minor(earned, currency),
  'paid out': ({ paidOut, currency }) => minor(paidOut, currency),
  closing: ({ closing, currency }) => minor(closing, currency),
}

const month = argument('Month, such as 2026-11')

export const statements: CommandGroup = {
  name: 'statements',
  summary: 'Show monthly statements',
  commands: [
    command({
      name: 'platform',
      summary: 'Show the accounts of the marketplace in a month',
      operations: ['getPlatformStatement'],
      args: { month },
      options: pageOptions,
      example: 'souk admin statements platform 2026-11 --all',
      run: (context, { month: shown, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(moneyDesk.getPlatformStatement, { month: shown }, pages),
        ),
      render: page(platformFields, 'No movements.'),
    }),
    command({
      name: 'owners',
      summary: 'Show the money of every person and organization in a month',
      operations: ['listOwnerStatements'],
      args: { month },
      options: { ...pageOptions, owner: text('Only of this person or organization', 'id') },
      example: 'souk admin statements owners 2026-11 --all --json',
      run: (context, { month: shown, owner, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(
            moneyDesk.listOwnerStatements,
            { month: shown, ...omitUndefined({ ownerId: owner }) },
            pages,
          ),
        ),
      render: page(ownerFields, 'No movements.'),
    }),
  ],
}
