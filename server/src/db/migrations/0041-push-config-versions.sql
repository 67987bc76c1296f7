-- Push notifications are sent in the version of A2A in which their config was made.

alter table push_configs add column a2a_version text not null default '1.0' check (a2a_version in ('1.0', '0.3'));
