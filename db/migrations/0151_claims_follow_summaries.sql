-- Claims are in the project of their summary, also after it has moved.
create function move_claims_of_summary() returns trigger language plpgsql as $$
begin
  update claims set project_id = new.project_id
   where summary_id = new.id and project_id is distinct from new.project_id;
  return null;
end $$;
create trigger video_summaries_move_claims after update of project_id on video_summaries for each row
  when (old.project_id is distinct from new.project_id) execute function move_claims_of_summary();
