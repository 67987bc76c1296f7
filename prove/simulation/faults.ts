import {
  feeChargedTwice,
  replaceLedgerPost,
  callOriginalPost,
  type FaultStatements,
} from '../lib/plant-statements.ts'

/** Faults planted in the database, one per run. */
export const faults: Readonly<Record<string, { breaks: string; fault: FaultStatements }>> = {
  'fee-charged-twice': feeChargedTwice,
  'hold-released-twice': {
    breaks: 'Held funds return to the client twice, the second time from the platform.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost()}) done;
      if new_kind = 'release' then
        perform * from (${callOriginalPost({
          new_key: "new_key || ':again'",
          kinds: "array['revenue', kinds[2]]",
          owners: "array['platform', owners[2]]",
          wallets: "array['platform', wallets[2]]",
        })}) again;
      end if;`),
  },
  'correction-posted-twice': {
    breaks: 'A correction by an operator moves the money twice.',
    fault: replaceLedgerPost(`
      select * into posting, replayed from (${callOriginalPost()}) done;
      if new_kind = 'correct' then
        perform * from (${callOriginalPost({ new_key: "new_key || ':again'" })}) again;
      end if;`),
  },
  'deliveries-dropped': {
    breaks: 'Some webhook deliveries are dropped.',
    fault: [
      `create function swallow() returns trigger language plpgsql as $$
        begin return case when new.event_kind = 'task.created' then null else new end; end $$`,
      'create trigger swallow before insert on webhook_deliveries for each row execute function swallow()',
    ],
  },
}
