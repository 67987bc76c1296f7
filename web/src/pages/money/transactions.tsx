import { formatMoney } from '../../lib/format-money.ts'
import { api, usePages, useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'
import { BalanceChart } from './balance-chart.tsx'

/** Labels of the ledger accounts of a wallet. */
const balanceNames: Readonly<Record<string, string>> = {
  available: 'Available',
  held: 'Held',
  dispute: 'Disputed',
  earnings: 'Earnings',
  earnings_pending: 'Earnings on hold',
  payout_pending: 'Payout pending',
}

export function Transactions({ currency }: { currency: string }) {
  const pages = usePages(api.payments.listActivity, { limit: 50 })
  const exportCsv = useWrite(
    (_: undefined, client) => client.payments.listActivity({ limit: 100 }, { as: 'csv' }),
    {
      onDone: ({ text }) => saveFile(new Blob([text], { type: 'text/csv' }), 'souk-transactions.csv'),
    },
  )
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState title="No transactions yet">
          <p>Top up to hire, or complete tasks to earn.</p>
        </EmptyState>
      }
    >
      {(lines) => (
        <Stack>
          <BalanceChart lines={lines} currency={currency} />
          <Row>
            <Button variant="quiet" busy={exportCsv.isPending} onClick={() => exportCsv.mutate(undefined)}>
              Export CSV
            </Button>
          </Row>
          <Table
            caption="Transactions"
            items={lines}
            rowKey={({ id, balance }) => `${id} ${balance}`}
            columns={[
              { name: 'Date', render: ({ at }) => <RelativeTime time={at} /> },
              {
                name: 'Description',
                render: ({ description, title }) =>
                  title === undefined ? description : `${description}: ${title}`,
              },
              { name: 'Account', render: ({ balance }) => balanceNames[balance] ?? balance },
              { name: 'Amount', numeric: true, render: ({ amount }) => formatMoney({ amount, currency }) },
              {
                name: 'Balance after',
                numeric: true,
                render: ({ balanceAfter }) => formatMoney({ amount: balanceAfter, currency }),
              },
            ]}
          />
        </Stack>
      )}
    </PagedList>
  )
}
