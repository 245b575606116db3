-- in steps
-- Takes the place of videos_to_probe: files whose pictures were listed by older rules are read again too.
create index concurrently if not exists videos_to_read on videos (id)
  where probed_version is distinct from file_version or picture_rules is distinct from 2;
drop index concurrently if exists videos_to_probe;
