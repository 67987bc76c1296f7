-- Funds can move several times: a chargeback concerns the tasks that each agent paid with the payment.

-- Agents that were liable between the payer and `liable_id`, oldest first.
alter table payments add past_liable_ids text[] not null default '{}';
