-- Figures of the market read the postings that end tasks, and events that award and dispute, by time.
create index ledger_postings_of_figures on ledger_postings (created_at)
  where kind in ('settle', 'rule', 'release', 'top_up', 'payout_sent');
create index task_events_of_figures on task_events (at) where action in ('award', 'dispute');
create index users_by_creation on users (created_at);
