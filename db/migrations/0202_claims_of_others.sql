-- Claims that others made in the user's summaries are part of the user's list of claims, which is in the order of the
-- claims. The owner of the summary is kept with each such claim, and null elsewhere, so that few rows have it; without it
-- every summary of the user would have to be looked through.
alter table claims add column summary_owner_id uuid;

-- The summary is locked as by the foreign key to it, which hinders no other change of it; whoever gives it to somebody
-- else waits for that lock before passing on its claims, so none is missed.
create function note_summary_owner() returns trigger language plpgsql as $$
begin
  select s.created_by into new.summary_owner_id from video_summaries s
   where s.id = new.summary_id and s.created_by is distinct from new.created_by for key share;
  return new;
end $$;
create trigger claims_owner_added before insert on claims for each row execute function note_summary_owner();
create trigger claims_owner_changed before update of created_by, summary_id on claims for each row
  when (old.created_by is distinct from new.created_by or old.summary_id is distinct from new.summary_id)
  execute function note_summary_owner();

create function pass_claims_to_owner() returns trigger language plpgsql as $$
begin
  perform from video_summaries where id = new.id for update;
  update claims set summary_owner_id = nullif(new.created_by, created_by)
   where summary_id = new.id and summary_owner_id is distinct from nullif(new.created_by, created_by);
  return null;
end $$;
create trigger video_summaries_pass_claims after update of created_by on video_summaries for each row
  when (old.created_by is distinct from new.created_by) execute function pass_claims_to_owner();
