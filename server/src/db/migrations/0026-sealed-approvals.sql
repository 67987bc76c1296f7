-- No table holds a secret that a copy of it gives away: secrets in a request that waits for a person are sealed.
alter table approvals add column sealed_input bytea;
comment on column approvals.input is 'What was asked for; secrets are null.';
comment on column approvals.sealed_input is 'The whole input, sealed, where it holds secrets.';
comment on column approvals.input_hash is 'SHA-256 of the operation and its input without secrets, with sorted keys.';
update approvals
set
  state = case state when 'pending' then 'expired' else state end,
  input = input
    #- '{configuration,taskPushNotificationConfig,token}'
    #- '{configuration,taskPushNotificationConfig,authentication,credentials}'
where jsonb_typeof(input #> '{configuration,taskPushNotificationConfig}') = 'object';
delete from idempotency_keys
where route in ('registerUser', 'createSession', 'updateMe', 'resetPassword', 'verifyEmail', 'linkAgent');
