-- How a disagreement of personas about a video is settled, for the persona `persona_id`: one thing is adopted, of which
-- `copy_id` is the copy under that persona, or all are kept. A row is never changed: another decision replaces it.
-- `things` holds the versions that the user saw, and `thing_key` names the disagreement. There are no foreign keys to
-- the things: where one is gone, so is the disagreement, and where the copy is gone, it is open again.
create table agreement_decisions (
  id uuid primary key,
  video_id text not null references videos on delete cascade,
  persona_id uuid not null references personas on delete cascade,
  kind text not null
    constraint agreement_decisions_kind_known
      check (kind in ('missing', 'type', 'object', 'place', 'time', 'opposed', 'claim')),
  thing_key text not null,
  things json not null,
  adopted_id uuid,
  copy_id uuid,
  note text,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint agreement_decisions_adopts_or_says_why check (num_nonnulls(adopted_id, note) > 0)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- A digest, as the ids of twenty things do not fit into an entry of an index.
create unique index agreement_decisions_of_persona on agreement_decisions (persona_id, video_id, md5(thing_key));
create index agreement_decisions_of_video on agreement_decisions (video_id, created_at);
create index agreement_decisions_of_user on agreement_decisions (created_by);

select log_changes('agreement_decisions', '''agreement_decision''', owner => 'it.created_by',
  project => '(select p.project_id from personas p where p.id = it.persona_id)', parent => 'it.persona_id',
  gone => '(select 1 from personas p where p.id = it.persona_id) is null
    or (select 1 from videos v where v.id = it.video_id) is null');
