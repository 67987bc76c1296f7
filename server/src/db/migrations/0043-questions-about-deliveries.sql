-- A question of the client about a delivery pauses the review: when the work was delivered, when the question was asked, and
-- the deadline of the review at that time.
alter table tasks
  add column delivered_at timestamptz,
  add column asked_at timestamptz,
  add column review_due_at timestamptz,
  add constraint tasks_question_pauses_review check ((asked_at is null) = (review_due_at is null)),
  add constraint tasks_question_about_delivery check (asked_at is null or phase = 'delivered');
update tasks t set delivered_at = (select max(at) from task_events e where e.task_id = t.id and e.action = 'deliver')
where was_delivered;
