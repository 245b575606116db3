-- in steps
-- The times that the lines of these objects have shown so far. The log does not know the columns yet and gets no entries.
-- until no row
update world_objects o set created_at = w.created_at, updated_at = w.updated_at
  from world_states w
 where w.id = o.world_id and o.ctid = any(array(
   select u.ctid from world_objects u where u.created_at is null or u.updated_at is null limit 5000));
select log_changes('world_objects', 'it.kind', thing => 'it.world_id', part => 'it.object_id',
  owner => '(select w.user_id from world_states w where w.id = it.world_id)',
  project => '(select w.project_id from world_states w where w.id = it.world_id)', parent => 'it.world_id',
  derived => '{updated_at}', gone => '(select 1 from world_states w where w.id = it.world_id) is null');
