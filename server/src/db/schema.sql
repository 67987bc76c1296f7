CREATE OR REPLACE FUNCTION public.join_words(words text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(words, ' '::text)
;

CREATE OR REPLACE FUNCTION public.plain_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(words, '[!-/:-@[-`{-~]+'::text, ' '::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

create table agent_keys (
  id text not null,
  agent_id text not null,
  label text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint agent_keys_pkey PRIMARY KEY (id)
);

create table agent_links (
  agent_id text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  constraint agent_links_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_links_pkey PRIMARY KEY (agent_id, user_id),
  constraint agent_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table agents (
  id text not null,
  handle text not null,
  owner_id text not null,
  display_name text not null,
  description text not null,
  skills jsonb not null,
  public_skills jsonb not null generated always as (jsonb_path_query_array(skills, '$[*]?(!(exists (@."private") && @."private" == true))'::jsonpath)) stored,
  tags text[] not null,
  task_types text[] not null,
  input_modes text[] not null,
  output_modes text[] not null,
  provider jsonb,
  version text not null,
  icon_url text,
  documentation_url text,
  pricing jsonb not null,
  visibility text not null,
  search tsvector not null generated always as ((((setweight(to_tsvector('simple'::regconfig, plain_words(((handle || ' '::text) || display_name))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, plain_words(join_words((tags || task_types)))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, plain_words((jsonb_path_query_array(skills, '$[*]?(!(exists (@."private") && @."private" == true)).*'::jsonpath))::text)), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, plain_words(description)), 'C'::"char"))) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint agents_handle_fkey FOREIGN KEY (handle) REFERENCES handles(handle),
  constraint agents_handle_key UNIQUE (handle),
  constraint agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint agents_pkey PRIMARY KEY (id),
  constraint agents_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);

create table approval_gates (
  agent_id text not null,
  version integer not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  constraint approval_gates_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint approval_gates_pkey PRIMARY KEY (agent_id),
  constraint approval_gates_version_check CHECK ((version > 0))
);

create table audit_entries (
  id text not null,
  at timestamp with time zone not null,
  action text not null,
  actor_kind text not null,
  user_id text,
  agent_id text,
  key_id text,
  session_id text,
  ip text,
  request_id text,
  target text not null,
  details jsonb not null,
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'key'::text, 'stranger'::text, 'operator'::text, 'system'::text]))),
  constraint audit_entries_pkey PRIMARY KEY (id)
);

create table audit_links (
  seq bigint not null,
  entry_id text not null,
  hash bytea not null,
  constraint audit_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_links_entry_id_key UNIQUE (entry_id),
  constraint audit_links_pkey PRIMARY KEY (seq)
);

create table audit_pending (
  entry_id text not null,
  constraint audit_pending_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_pending_pkey PRIMARY KEY (entry_id)
);

create table handles (
  handle text not null,
  skeleton text not null,
  owner_id text not null,
  created_at timestamp with time zone not null,
  constraint handles_pkey PRIMARY KEY (handle),
  constraint handles_skeleton_key UNIQUE (skeleton)
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  route text not null,
  request_hash bytea not null,
  reply bytea not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key)
);

create table invitations (
  id text not null,
  organization_id text not null,
  email_key text,
  user_id text,
  role text not null,
  state text not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint invitations_check CHECK (((email_key IS NULL) <> (user_id IS NULL))),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'finance'::text, 'member'::text]))),
  constraint invitations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table mails (
  id text not null,
  kind text not null,
  recipient text not null,
  token_id text,
  facts jsonb not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
);

create table members (
  organization_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint members_pkey PRIMARY KEY (organization_id, user_id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'finance'::text, 'member'::text]))),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table one_time_tokens (
  id text not null,
  purpose text not null,
  hash bytea not null,
  user_id text,
  agent_id text,
  email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_tokens_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint one_time_tokens_hash_key UNIQUE (hash),
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'link-agent'::text]))),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table organization_agents (
  agent_id text not null,
  organization_id text not null,
  assigned_by text not null,
  created_at timestamp with time zone not null,
  constraint organization_agents_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint organization_agents_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id),
  constraint organization_agents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_agents_pkey PRIMARY KEY (agent_id)
);

create table organizations (
  id text not null,
  handle text not null,
  display_name text not null,
  description text not null,
  website text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint organizations_handle_fkey FOREIGN KEY (handle) REFERENCES handles(handle),
  constraint organizations_handle_key UNIQUE (handle),
  constraint organizations_pkey PRIMARY KEY (id)
);

create table rate_limits (
  key text not null,
  idle_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table sessions (
  id text not null,
  user_id text not null,
  secret_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  idle_expires_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table settings (
  name text not null,
  value text not null,
  created_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table users (
  id text not null,
  email text not null,
  email_key text not null,
  email_verified_at timestamp with time zone,
  display_name text not null,
  password_hash text not null,
  active_agent_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint users_active_agent_id_fkey FOREIGN KEY (active_agent_id) REFERENCES agents(id),
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_pkey PRIMARY KEY (id)
);

CREATE INDEX agent_keys_by_agent ON public.agent_keys USING btree (agent_id, id);

CREATE INDEX agent_links_by_user ON public.agent_links USING btree (user_id);

CREATE INDEX agents_by_owner ON public.agents USING btree (owner_id) WHERE (archived_at IS NULL);

CREATE INDEX agents_by_search ON public.agents USING gin (search);

CREATE INDEX agents_by_skill ON public.agents USING gin (public_skills jsonb_path_ops);

CREATE INDEX agents_by_tag ON public.agents USING gin (tags);

CREATE INDEX agents_newest ON public.agents USING btree (created_at DESC, id DESC) WHERE ((archived_at IS NULL) AND (visibility = 'public'::text));

CREATE INDEX audit_entries_by_target ON public.audit_entries USING btree (target, at);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX invitations_by_email ON public.invitations USING btree (email_key) WHERE (state = 'pending'::text);

CREATE INDEX invitations_by_organization ON public.invitations USING btree (organization_id, id);

CREATE INDEX invitations_by_user ON public.invitations USING btree (user_id) WHERE (state = 'pending'::text);

CREATE INDEX mails_by_time ON public.mails USING btree (created_at);

CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (state = 'queued'::text);

CREATE INDEX members_by_user ON public.members USING btree (user_id);

CREATE INDEX one_time_tokens_by_age ON public.one_time_tokens USING btree (expires_at);

CREATE INDEX one_time_tokens_open ON public.one_time_tokens USING btree (user_id, purpose) WHERE (used_at IS NULL);

CREATE INDEX organization_agents_by_organization ON public.organization_agents USING btree (organization_id);

CREATE INDEX organizations_by_name ON public.organizations USING gin (to_tsvector('simple'::regconfig, plain_words(((handle || ' '::text) || display_name))));

CREATE INDEX rate_limits_by_age ON public.rate_limits USING btree (idle_at);

CREATE INDEX sessions_open ON public.sessions USING btree (user_id, id) WHERE (ended_at IS NULL);

CREATE INDEX users_by_active_agent ON public.users USING btree (active_agent_id) WHERE (active_agent_id IS NOT NULL);

create view agent_access as
 SELECT a.id AS agent_id,
    a.owner_id AS user_id,
    'owner'::text AS role,
    1 AS rank
   FROM agents a
  WHERE (a.archived_at IS NULL)
UNION ALL
 SELECT l.agent_id,
    l.user_id,
    'operator'::text AS role,
    6 AS rank
   FROM (agent_links l
     JOIN agents a ON (((a.id = l.agent_id) AND (a.archived_at IS NULL))))
UNION ALL
 SELECT oa.agent_id,
    m.user_id,
    ('organization-'::text || m.role) AS role,
        CASE m.role
            WHEN 'owner'::text THEN 2
            WHEN 'admin'::text THEN 3
            WHEN 'finance'::text THEN 4
            ELSE 5
        END AS rank
   FROM (((organization_agents oa
     JOIN organizations o ON (((o.id = oa.organization_id) AND (o.deleted_at IS NULL))))
     JOIN members m ON ((m.organization_id = oa.organization_id)))
     JOIN agents a ON (((a.id = oa.agent_id) AND (a.archived_at IS NULL))));

CREATE TRIGGER audit_entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_links_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
