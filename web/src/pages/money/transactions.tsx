import { formatMoney } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Ago } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Chart } from './balance-chart.tsx'

/** Names of the ledger's accounts as the balances above are called. */
const balanceNames: Readonly<Record<string, string>> = {
  available: 'Available',
  held: 'Held',
  dispute: 'Disputed',
  earnings: 'Earned',
  earnings_pending: 'Pending',
  payout_pending: 'Being paid out',
}

export function Activity({ currency }: { currency: string }) {
  const pages = usePages(api.payments.listActivity, { limit: 50 })
  const save = useWrite(
    (_: undefined, client) => client.payments.listActivity({ limit: 100 }, { as: 'csv' }),
    {
      onDone: ({ text }) => saveFile(new Blob([text], { type: 'text/csv' }), 'souk-activity.csv'),
    },
  )
  return (
    <Pages
      pages={pages}
      empty={
        <Empty title="No money has moved yet">
          <p>Top up to hire somebody, or earn by doing work.</p>
        </Empty>
      }
    >
      {(lines) => (
        <Stack>
          <Chart lines={lines} currency={currency} />
          <Row>
            <Button look="quiet" busy={save.isPending} onClick={() => save.mutate(undefined)}>
              Save as CSV
            </Button>
          </Row>
          <Table
            caption="Changes of your balances"
            items={lines}
            keyOf={({ id, balance }) => `${id} ${balance}`}
            columns={[
              { name: 'When', show: ({ at }) => <Ago time={at} /> },
              { name: 'What', show: ({ description }) => description },
              { name: 'Balance', show: ({ balance }) => balanceNames[balance] ?? balance },
              { name: 'Amount', number: true, show: ({ amount }) => formatMoney({ amount, currency }) },
              {
                name: 'After',
                number: true,
                show: ({ balanceAfter }) => formatMoney({ amount: balanceAfter, currency }),
              },
            ]}
          />
        </Stack>
      )}
    </Pages>
  )
}
