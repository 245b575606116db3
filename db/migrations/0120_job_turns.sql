-- Jobs of people take turns: a person's second open job of a queue stands behind the first ones of everybody else.
alter table jobs add column turn integer not null default 1;
create index jobs_open on jobs (queue, user_id, turn) where status in ('queued', 'active', 'delayed');
