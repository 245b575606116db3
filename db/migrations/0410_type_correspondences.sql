-- What people say of two types of two personas: whether both mean the same, or which one is the broader. One row for a
-- pair of types, in whichever order the pair is named. The ids are those within the ontologies. A row has no foreign key to
-- its types: an import replaces all types of an ontology within a transaction, and what is there again at its end was not
-- deleted.
create table type_correspondences (
  id uuid primary key,
  first_persona_id uuid not null references personas on delete cascade,
  first_type_id text not null,
  second_persona_id uuid not null references personas on delete cascade,
  second_type_id text not null,
  relation text not null
    constraint type_correspondences_relation_known check (relation in ('exact', 'broader', 'narrower', 'related', 'none')),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint type_correspondences_of_two_personas check (first_persona_id <> second_persona_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Digests, as two long ids do not fit into an entry of an index.
create unique index type_correspondences_pair on type_correspondences (
  least(first_persona_id, second_persona_id), greatest(first_persona_id, second_persona_id),
  md5(case when first_persona_id < second_persona_id then first_type_id else second_type_id end),
  md5(case when first_persona_id < second_persona_id then second_type_id else first_type_id end));
create index type_correspondences_of_first on type_correspondences (first_persona_id, md5(first_type_id));
create index type_correspondences_of_second on type_correspondences (second_persona_id, md5(second_type_id));
create index type_correspondences_of_user on type_correspondences (created_by);

-- A correspondence goes with its type: at the end of the transaction, if no type of the persona has the id any more.
create function delete_correspondences_of_type() returns trigger language plpgsql as $$
begin
  if exists (select from ontology_types t where t.persona_id = old.persona_id and t.type_id = old.type_id) then
    return null;
  end if;
  delete from type_correspondences k
   where k.first_persona_id = old.persona_id and md5(k.first_type_id) = md5(old.type_id)
      or k.second_persona_id = old.persona_id and md5(k.second_type_id) = md5(old.type_id);
  return null;
end $$;

select log_changes('type_correspondences', '''type_correspondence''', owner => 'it.created_by',
  project => '(select p.project_id from personas p join personas o on o.id = it.second_persona_id
    where p.id = it.first_persona_id and p.project_id = o.project_id)',
  parent => 'it.first_persona_id', version => 'it.version',
  gone => '(select 1 from ontology_types t where t.persona_id = it.first_persona_id and t.type_id = it.first_type_id limit 1) is null
    or (select 1 from ontology_types t where t.persona_id = it.second_persona_id and t.type_id = it.second_type_id limit 1) is null');
select keep_resaved_rows('type_correspondences', columns_but('type_correspondences'));
