-- in steps
-- The triggers of the log as migration 0382 makes them, one table after the other: a trigger is made under a lock that
-- writers wait for, and each is held for a moment.
select log_changes('personas', '''persona''', owner => 'it.user_id', project => 'it.project_id', version => 'it.version',
  gone => 'false');
select log_changes('ontologies', '''ontology''', thing => 'it.persona_id',
  owner => '(select p.user_id from personas p where p.id = it.persona_id)',
  project => '(select p.project_id from personas p where p.id = it.persona_id)', parent => 'it.persona_id', version => 'it.version');
select log_changes('ontology_types', 'it.kind || ''_type''', thing => 'it.persona_id', part => 'it.type_id',
  owner => '(select p.user_id from personas p where p.id = it.persona_id)',
  project => '(select p.project_id from personas p where p.id = it.persona_id)', parent => 'it.persona_id',
  gone => '(select 1 from personas p where p.id = it.persona_id) is null');
select log_changes('world_states', '''world_state''', owner => 'it.user_id', project => 'it.project_id', parent => 'it.project_id',
  version => 'it.version',
  gone => 'it.project_id is not null and (select 1 from projects p where p.id = it.project_id) is null');
select log_changes('world_objects', 'it.kind', thing => 'it.world_id', part => 'it.object_id',
  owner => '(select w.user_id from world_states w where w.id = it.world_id)',
  project => '(select w.project_id from world_states w where w.id = it.world_id)', parent => 'it.world_id',
  gone => '(select 1 from world_states w where w.id = it.world_id) is null');
select log_changes('annotations', '''annotation''', owner => 'it.created_by_user_id', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  derived => '{has_boxes,box_count,keyframe_count,interpolated_count,first_frame,last_frame,frames_size,sequence_problems,frames_complete,track_id,video_sha256,stale}',
  gone => 'false');
select log_changes('sequence_parts', '''sequence_part''', thing => 'it.annotation_id', part => 'it.from_frame::text',
  parent => 'it.annotation_id', derived => '{tally}');
select log_changes('video_summaries', '''summary''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  gone => '(select 1 from personas p where p.id = it.persona_id) is null');
select log_changes('claims', '''claim''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'coalesce(it.parent_claim_id, it.summary_id)', version => 'it.version', derived => '{summary_owner_id}',
  gone => '(select 1 from video_summaries s where s.id = it.summary_id) is null
    or it.parent_claim_id is not null and (select 1 from claims c where c.id = it.parent_claim_id) is null');
select log_changes('claim_relations', '''claim_relation''', owner => 'it.created_by',
  project => '(select c.project_id from claims c where c.id = it.source_claim_id)', parent => 'it.source_claim_id',
  gone => '(select 1 from claims c where c.id = it.source_claim_id) is null
    or (select 1 from claims c where c.id = it.target_claim_id) is null');
select log_changes('users', '''user''', owner => 'it.id', secrets => '{password_hash}', derived => '{spelling}');
select log_changes('user_groups', '''group''', owner => 'it.created_by');
select log_changes('group_memberships', '''group_membership''', owner => 'it.user_id', parent => 'it.group_id');
select log_changes('projects', '''project''', owner => 'it.owner_user_id', project => 'it.id',
  gone => 'false');
select log_changes('project_memberships', '''project_membership''', owner => 'it.user_id', project => 'it.project_id',
  parent => 'it.project_id');
select log_changes('project_invitations', '''project_invitation''', owner => 'it.user_id', project => 'it.project_id',
  parent => 'it.project_id');
select log_changes('project_video_assignments', '''video_assignment''', owner => 'it.assigned_user_id',
  project => 'it.project_id', parent => 'it.project_id', derived => '{video_created_at}');
select log_changes('video_assignment_rules', '''assignment_rule''', owner => 'it.created_by');
select log_changes('resource_shares', '''share''', owner => 'it.shared_by_user_id', parent => 'it.resource_id',
  derived => '{resource_owner_id}');
select log_changes('role_permissions', '''permission''', details =>
  'json_build_object(''scope'', it.scope, ''role'', it.role, ''resourceType'', it.resource_type, ''action'', it.action)');
select log_changes('settings', '''setting''', thing => 'null', part => 'it.name');
select log_changes('api_keys', '''api_key''', owner => 'it.user_id', parent => 'it.user_id',
  secrets => '{encrypted_key,encryption_key_id}', details => 'json_build_object(''provider'', it.provider, ''keyName'', it.key_name)');
select log_changes('api_tokens', '''api_token''', owner => 'it.user_id', parent => 'it.user_id',
  secrets => '{token_hash,token_tail}', details => 'json_build_object(''name'', it.name, ''scopes'', it.scopes)');
select log_changes('sessions', '''session''', owner => 'it.user_id', parent => 'it.user_id', secrets => '{token_hash,token_tail}',
  details => 'json_build_object(''ipAddress'', it.ip_address, ''userAgent'', it.user_agent)', events => '{insert,delete}');
select log_changes('login_attempts', '''failed_sign_in''', events => '{insert}', only_rows => 'not it.success',
  details => 'json_build_object(''username'', it.username, ''ipAddress'', it.ip_address)');
select log_changes('import_history', '''import''', events => '{insert,update}',
  details => 'json_build_object(''filename'', it.filename)');
select log_changes('frozen_exports', '''export''', owner => 'it.created_by', events => '{insert,delete}',
  details => 'json_build_object(''contents'', it.contents, ''scope'', it.scope)');
select log_changes('webhooks', '''webhook''', owner => 'it.created_by', project => 'it.project_id',
  secrets => '{encrypted_secret,encryption_key_id,previous_secret,previous_key_id}',
  derived => '{tx,seq,failures,failing_since,retry_at,leased_by,leased_until,previous_until,updated_at}');
-- The trash reads what was deleted for itself, the last first.
create index concurrently if not exists changes_trashed on changes (owner_id, at desc, seq desc)
  where operation = 'delete' and with_parent is not true;
drop index concurrently if exists changes_trash;
