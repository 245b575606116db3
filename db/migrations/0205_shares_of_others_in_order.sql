-- in steps
-- until no row
with owned as materialized (
       select x.id, coalesce(a.created_by_user_id, s.created_by, c.created_by, p.user_id, w.user_id) as owner_id
         from resource_shares x
         left join annotations a on a.id = x.annotation_id left join video_summaries s on s.id = x.summary_id
         left join claims c on c.id = x.claim_id left join personas p on p.id = x.persona_id
         left join world_states w on w.id = x.world_state_id
        where x.resource_owner_id is distinct from nullif(
          coalesce(a.created_by_user_id, s.created_by, c.created_by, p.user_id, w.user_id), x.shared_by_user_id) limit 20000)
update resource_shares x set resource_owner_id = nullif(owned.owner_id, x.shared_by_user_id) from owned where owned.id = x.id;
create index concurrently if not exists resource_shares_of_owner on resource_shares (resource_owner_id, created_at desc, id desc)
  where resource_owner_id is not null;
