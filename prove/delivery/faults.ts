import { sql } from 'kysely'
import type { Souk } from '../../server/test/fixtures/harness.ts'

interface Fault {
  readonly breaks: string
  readonly statements: readonly string[]
}

const onDeliveryInsert = (body: string) => [
  'create sequence counted',
  `create function tamper() returns trigger language plpgsql as $$ begin ${body} end $$`,
  'create trigger tamper before insert on webhook_deliveries for each row execute function tamper()',
]

const planted: Readonly<Record<string, Fault>> = {
  'dropped-deliveries': {
    breaks: 'Every fiftieth delivery is dropped.',
    statements: onDeliveryInsert("return case when nextval('counted') % 50 = 0 then null else new end;"),
  },
  'no-ordering': {
    breaks: 'Messages about one task do not wait for each other.',
    statements: onDeliveryInsert('new.order_key := null; return new;'),
  },
  'wrong-secret': {
    breaks: "All messages are signed with the first webhook's secret.",
    statements: [
      `create function swap() returns trigger language plpgsql as $$ begin
        new.secret := coalesce((select secret from webhooks order by id limit 1), new.secret); return new; end $$`,
      'create trigger swap before insert on webhooks for each row execute function swap()',
    ],
  },
}

export const faults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(planted).map(([name, { breaks }]) => [name, breaks]),
)

export async function plant(fault: string | undefined, { context }: Souk): Promise<void> {
  const statements = fault === undefined ? [] : (planted[fault]?.statements ?? [])
  for (const statement of statements) await sql.raw(statement).execute(context.database)
}
