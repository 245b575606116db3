-- Shares. One column a kind of resource, so that the foreign keys remove a share with its source (SH-17).
create table resource_shares (
  id uuid primary key,
  annotation_id uuid references annotations on delete cascade,
  summary_id uuid references video_summaries on delete cascade,
  claim_id uuid references claims on delete cascade,
  persona_id uuid references personas on delete cascade,
  world_state_id uuid references world_states on delete cascade,
  resource_type text not null generated always as (
    case when annotation_id is not null then 'annotation' when summary_id is not null then 'summary'
         when claim_id is not null then 'claim' when persona_id is not null then 'persona' else 'world_state' end) stored,
  resource_id uuid not null generated always as (coalesce(annotation_id, summary_id, claim_id, persona_id, world_state_id)) stored,
  shared_by_user_id uuid not null references users on delete cascade,
  shared_with_user_id uuid references users on delete cascade,
  shared_with_group_id uuid references user_groups on delete cascade,
  permission_level text not null default 'read_only'
    constraint resource_shares_level_known check (permission_level in ('read_only', 'forkable')),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint resource_shares_one_resource check (num_nonnulls(annotation_id, summary_id, claim_id, persona_id, world_state_id) = 1),
  constraint resource_shares_one_target check (num_nonnulls(shared_with_user_id, shared_with_group_id) = 1),
  constraint resource_shares_not_to_self check (shared_with_user_id <> shared_by_user_id)
);
-- The same resource shared twice with the same target is one row (SH-05).
create unique index resource_shares_user_unique on resource_shares (resource_type, resource_id, shared_by_user_id, shared_with_user_id)
  where shared_with_user_id is not null;
create unique index resource_shares_group_unique on resource_shares (resource_type, resource_id, shared_by_user_id, shared_with_group_id)
  where shared_with_group_id is not null;
create index resource_shares_with_user on resource_shares (shared_with_user_id, resource_type, created_at desc) where shared_with_user_id is not null;
create index resource_shares_with_group on resource_shares (shared_with_group_id, resource_type, created_at desc) where shared_with_group_id is not null;
create index resource_shares_by_user on resource_shares (shared_by_user_id, created_at desc);
create index resource_shares_annotation on resource_shares (annotation_id) where annotation_id is not null;
create index resource_shares_summary on resource_shares (summary_id) where summary_id is not null;
create index resource_shares_claim on resource_shares (claim_id) where claim_id is not null;
create index resource_shares_persona on resource_shares (persona_id) where persona_id is not null;
create index resource_shares_world on resource_shares (world_state_id) where world_state_id is not null;
