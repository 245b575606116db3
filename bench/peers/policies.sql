-- The role and the policies of PostGraphile's requests in `npm run bench -- peers`.
create role peer;
grant usage on schema public to peer;
grant select, insert, update, delete on all tables in schema public to peer;
grant usage on all sequences in schema public to peer;

create function peer_user() returns uuid language sql stable as $$ select nullif(current_setting('peer.user', true), '')::uuid $$;
create function peer_projects() returns setof uuid language sql stable security definer
  as $$ select project_id from project_memberships where user_id = peer_user() $$;
create function peer_groups() returns setof uuid language sql stable security definer
  as $$ select group_id from group_memberships where user_id = peer_user() $$;
create function peer_shared(type text) returns setof uuid language sql stable security definer
  as $$ select resource_id from resource_shares
         where resource_type = type and (expires_at is null or expires_at > now())
           and (shared_with_user_id = peer_user() or shared_with_group_id in (select peer_groups())) $$;

-- A call in a subquery is made once for a statement and not for each row.
alter table claims enable row level security;
create policy peer on claims to peer using (created_by = (select peer_user())
  or project_id in (select peer_projects()) or id in (select peer_shared('claim')));
alter table video_summaries enable row level security;
create policy peer on video_summaries to peer using (created_by = (select peer_user())
  or project_id in (select peer_projects()) or id in (select peer_shared('summary')));
alter table annotations enable row level security;
create policy peer on annotations to peer using (created_by_user_id = (select peer_user())
  or project_id in (select peer_projects()) or id in (select peer_shared('annotation')));
alter table personas enable row level security;
create policy peer on personas to peer using (user_id = (select peer_user()) or is_system_generated
  or project_id in (select peer_projects()) or id in (select peer_shared('persona')));

-- PostGraphile shows a relation from a row to others if an index begins with its columns.
create index peer_claims_of_parent on claims (parent_claim_id, summary_id);

-- PostGraphile draws no ids.
alter table claims alter column id set default gen_random_uuid();
