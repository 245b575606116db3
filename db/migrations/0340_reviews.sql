-- Whether a person has accepted or rejected an annotation, a claim or a summary, who, when and why. The states are an
-- enum and no text with a CHECK constraint: PostgreSQL parses such a constraint for each statement that writes the table.
create type review_state as enum ('open', 'accepted', 'rejected');

-- A review is about what the reviewer saw. Whoever edits it afterwards, which raises its version, opens it again, through
-- whichever door, job or import; the reviewer's own edit keeps it, unless a job wrote it, which nobody has read yet. A
-- review itself raises no version.
create function open_review_again() returns trigger language plpgsql as $$
declare
  origin constant text[] := string_to_array(current_setting('parallax.origin', true), '|');
begin
  if origin[1] = old.reviewed_by::text and origin[2] is distinct from 'job' then
    return new;
  end if;
  new.review_state := 'open';
  new.reviewed_by := null;
  new.reviewed_at := null;
  new.review_note := null;
  return new;
end $$;
