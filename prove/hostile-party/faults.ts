/** SQL that removes guards in the database. */
export const faults: Readonly<Record<string, { readonly breaks: string; readonly statement: string }>> = {
  'no-budget': {
    breaks: 'The byte and message counters of a task are reset.',
    statement: `
      create function forget() returns trigger language plpgsql as $$ begin
        new.client_messages := 0; new.client_bytes := 0; new.provider_messages := 0; new.provider_bytes := 0;
        return new;
      end $$;
      create trigger forget before update on tasks for each row execute function forget()`,
  },
  'unbounded-response': {
    breaks: 'Every message counts as empty when the size of a response is bounded.',
    statement: `
      alter table task_events alter column size drop expression;
      alter table task_events alter column size set default 0`,
  },
  'response-in-transaction': {
    breaks: 'A decision builds the whole task inside its transaction and fails when the task is too large.',
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
  'endless-pauses': {
    breaks: 'Every answer to a question about a delivery starts the review anew.',
    statement: `
      create function deliver_again() returns trigger language plpgsql as $$ begin
        if old.asked_at is not null and new.asked_at is null then
          new.delivered_at := new.delivered_at + (new.due_at - old.review_due_at);
        end if;
        return new;
      end $$;
      create trigger deliver_again before update on tasks for each row execute function deliver_again()`,
  },
  'shared-quota': {
    breaks: 'Files of one party count against the quota of the other.',
    statement: `
      create function charge_other() returns trigger language plpgsql as $$ begin
        insert into storage_usage as s (user_id, used)
          select a.owner_id, 3000000000 from tasks t join files f on f.id = new.file_id
            join agents a on a.id in (t.client_id, t.provider_id) and a.id <> f.agent_id where t.id = new.task_id
          on conflict (user_id) do update set used = s.used + 3000000000;
        return null;
      end $$;
      create trigger charge_other after insert on file_uses for each row execute function charge_other()`,
  },
  'no-open-task-limit': {
    breaks: 'Open tasks between two agents are not counted.',
    statement: `
      create or replace function open_tasks(client text, provider text, most integer) returns integer
        language sql as 'select 0'`,
  },
}
