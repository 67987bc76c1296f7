/** Guards taken away by SQL in the database of the suite. */
export const faults: Readonly<Record<string, { readonly breaks: string; readonly statement: string }>> = {
  'no-budget': {
    breaks: 'What each side has sent to a task is forgotten.',
    statement: `
      create function forget() returns trigger language plpgsql as $$ begin
        new.client_messages := 0; new.client_bytes := 0; new.provider_messages := 0; new.provider_bytes := 0;
        return new;
      end $$;
      create trigger forget before update on tasks for each row execute function forget()`,
  },
  'unbounded-response': {
    breaks: 'Every message counts as empty when a response is put together.',
    statement: `
      alter table task_events alter column size drop expression;
      alter table task_events alter column size set default 0`,
  },
  'response-in-transaction': {
    breaks: 'A decision puts its whole task together before the commit, and fails with it.',
    statement: `
      create function put_together() returns trigger language plpgsql as $$ begin
        if (select sum(octet_length(message::text)) from task_events where task_id = new.id) > 8388608 then
          raise exception 'too large' using errcode = 'program_limit_exceeded';
        end if;
        return null;
      end $$;
      create constraint trigger put_together after update on tasks deferrable initially deferred
        for each row when (old.phase <> new.phase) execute function put_together()`,
  },
  'no-slots': {
    breaks: 'Open tasks between two agents are not counted.',
    statement: `
      create or replace function open_tasks(client text, provider text, most integer) returns integer
        language sql as 'select 0'`,
  },
}
