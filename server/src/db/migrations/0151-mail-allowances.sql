-- Daily limits of mail are counted separately by allowance and by sender, so that no sender can stop the mail about others.
-- Rows of the previous version have the defaults: they count as mail about anything else, of no sender.
alter table mails
  add column allowance text not null default 'other' check (allowance in ('money', 'work', 'other')),
  add column sender text;
