/** SQL scripts that plant the faults of this suite. */

interface Fault {
  readonly breaks: string
  readonly script: string
}

const trigger = (name: string, table: string, moment: string, body: string) => `
  create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$;
  create trigger ${name} before ${moment} on ${table} for each row execute function ${name}()`

/** Planted after the object graph is built. */
export const objectFaults: Readonly<Record<string, Fault>> = {
  'all-agents-accessible': {
    breaks: 'Every person can act as any agent.',
    script: `alter view agent_access rename to honest_access;
     create view agent_access as select * from honest_access
       union all select a.id, u.id, 'organization-member', 9 from agents a cross join users u`,
  },
  'all-threads-shared': {
    breaks: 'Every agent is a participant of every thread.',
    script: `insert into thread_participants (thread_id, agent_id, read_seq, active_at)
       select t.id, a.id, 0, t.created_at from threads t cross join agents a on conflict do nothing`,
  },
}

/** Planted before the operators get their roles. */
export const operatorFaults: Readonly<Record<string, Fault>> = {
  'every-operator-is-admin': {
    breaks: 'Every operator has the role admin.',
    script: trigger('promote', 'operators', 'insert or update', "new.role := 'admin'; return new;"),
  },
  'removed-operators-stay': {
    breaks: 'An operator keeps the role when it is removed.',
    script: trigger('keep', 'operators', 'delete', 'return null;'),
  },
  'suspended-operators-work': {
    breaks: 'The suspension of a person has no effect.',
    script: trigger('reinstate', 'users', 'update', "new.standing := 'good'; return new;"),
  },
  'passwords-stay-recent': {
    breaks: 'A password counts as recent for a century.',
    script: trigger(
      'stay_recent',
      'sessions',
      'insert or update',
      "new.authenticated_at := new.created_at + interval '100 years'; return new;",
    ),
  },
}
