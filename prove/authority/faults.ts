/** One fault for each type of loss: SQL that undoes the change in the database. */
import type { LossName, SourceName } from './expected.ts'

export interface Fault {
  readonly loss: LossName
  /** Set when other sources lose their authority in a second way, which the fault leaves intact. */
  readonly source?: SourceName
  readonly breaks: string
  readonly statement?: string
  /** SQL that runs once the streams of the case have ended. */
  readonly afterStreams?: string
  /** Downloads pass through a proxy that buffers them. */
  readonly buffersDownloads?: true
}

const trigger = (name: string, table: string, moment: string, undo: string) => `
  create function ${name}() returns trigger language plpgsql as $$ begin ${undo} end $$;
  create trigger ${name} before ${moment} on ${table} for each row execute function ${name}()`

export const faults: Readonly<Record<string, Fault>> = {
  'revoked-keys-work': {
    loss: 'revoke',
    breaks: 'A deactivated key stays active.',
    statement: trigger('stay_active', 'agent_keys', 'update', 'new.deactivated_at := null; return new;'),
  },
  'uploads-not-rechecked': {
    loss: 'revoke',
    source: 'key:deliver',
    breaks: 'A revoked key is valid again when an upload in progress ends.',
    afterStreams: 'update agent_keys set deactivated_at = null',
  },
  'buffered-downloads': {
    loss: 'revoke',
    source: 'key:read',
    breaks: 'A proxy has read a download in progress to its end before the loss.',
    buffersDownloads: true,
  },
  'no-expiry': {
    loss: 'expire',
    breaks: 'Keys and sessions have no expiry.',
    statement: `update agent_keys set expires_at = null;
      update sessions set expires_at = '2999-01-01', idle_expires_at = '2999-01-01'`,
  },
  'removed-members-kept': {
    loss: 'remove',
    breaks: 'The row of a removed member or linked person is kept.',
    statement: `${trigger('stay_member', 'members', 'delete', 'return null;')};
      ${trigger('stay_linked', 'agent_links', 'delete', 'return null;')}`,
  },
  'demotion-ignored': {
    loss: 'demote',
    breaks: 'A member keeps the role they had.',
    statement: trigger('stay_role', 'members', 'update', 'new.role := old.role; return new;'),
  },
  'unassigned-agents-kept': {
    loss: 'unassign',
    breaks: 'An agent stays with its organization.',
    statement: trigger('stay_assigned', 'organization_agents', 'delete', 'return null;'),
  },
  'deleted-organizations-kept': {
    loss: 'disband',
    breaks: 'A deleted organization keeps its members and agents.',
    statement: `${trigger('stay_alive', 'organizations', 'update', 'new.deleted_at := null; return new;')};
      ${trigger('stay_theirs', 'organization_agents', 'delete', 'return null;')};
      ${trigger('stay_in', 'members', 'delete', 'return null;')}`,
  },
  'ended-sessions-valid': {
    loss: 'sign out',
    breaks: 'An ended session stays valid.',
    statement: trigger('stay_signed_in', 'sessions', 'update or delete', 'return null;'),
  },
  'password-reset-keeps-credentials': {
    loss: 'reset',
    breaks: 'Sessions and keys survive a password reset.',
    statement: `${trigger('stay_signed_in', 'sessions', 'update or delete', 'return null;')};
      ${trigger('stay_active', 'agent_keys', 'update', 'return null;')}`,
  },
  'archive-ignored': {
    loss: 'archive',
    // Organization members also lose access because an archived agent is unassigned.
    source: 'owner',
    breaks: 'An archived agent and its keys stay active.',
    statement: `${trigger('stay_listed', 'agents', 'update', 'new.archived_at := null; return new;')};
      ${trigger('stay_active', 'agent_keys', 'update', 'new.deactivated_at := null; return new;')}`,
  },
  'kill-switch-ignored': {
    loss: 'kill switch',
    breaks: 'The kill switch is not stored.',
    statement: trigger(
      'stay_running',
      'approval_gates',
      'insert or update',
      `new.settings := jsonb_set(new.settings, '{killSwitch}', 'false'); return new;`,
    ),
  },
  'blocks-ignored': {
    loss: 'block',
    breaks: 'A block is deleted when it is committed.',
    // Deferred to the commit, because the call itself reads the block it has inserted.
    statement: `
      create function no_block() returns trigger language plpgsql as $$ begin delete from blocks; return null; end $$;
      create constraint trigger no_block after insert on blocks deferrable initially deferred
        for each row execute function no_block()`,
  },
}
