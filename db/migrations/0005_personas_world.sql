-- Personas with their ontologies, and the world state. Types and world objects are rows that keep the document as it was
-- sent (json, not jsonb: key order and number text stay); the arrays of the API are these rows in order of position.
create table personas (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null constraint personas_name_not_empty check (name <> ''),
  role text not null constraint personas_role_not_empty check (role <> ''),
  information_need text not null constraint personas_information_need_not_empty check (information_need <> ''),
  details text,
  is_system_generated boolean not null default false,
  hidden boolean not null default false,
  project_id uuid references projects on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index personas_of_user on personas (user_id, created_at desc, id desc);
create index personas_of_project on personas (project_id, created_at desc, id desc) where project_id is not null;
create index personas_system on personas (created_at desc, id desc) where is_system_generated;

-- relations: the deprecated array of relation instances (RF-05), an opaque document.
create table ontologies (
  id uuid primary key,
  persona_id uuid not null references personas on delete cascade,
  relations json not null default '[]',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint ontologies_persona_unique unique (persona_id)
);

create table ontology_types (
  persona_id uuid not null references ontologies (persona_id) on delete cascade,
  kind text not null constraint ontology_types_kind_known check (kind in ('entity', 'event', 'role', 'relation')),
  type_id text not null generated always as (body ->> 'id') stored,
  name text not null generated always as (body ->> 'name') stored,
  position integer not null,
  body json not null,
  constraint ontology_types_id_unique primary key (persona_id, kind, type_id),
  constraint ontology_types_id_and_name check (body ->> 'id' <> '' and body ->> 'name' <> '')
);
create index ontology_types_in_order on ontology_types (persona_id, kind, position);

create table world_states (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  project_id uuid references projects on delete cascade,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- One personal world a user and one for each project (RF-11); two indexes, since NULLs never collide in one.
create unique index world_states_personal_unique on world_states (user_id) where project_id is null;
create unique index world_states_project_unique on world_states (user_id, project_id) where project_id is not null;
create index world_states_of_project on world_states (project_id) where project_id is not null;

create table world_objects (
  world_id uuid not null references world_states on delete cascade,
  kind text not null constraint world_objects_kind_known check
    (kind in ('entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation')),
  object_id text not null generated always as (body ->> 'id') stored,
  name text generated always as (body ->> 'name') stored,
  position integer not null,
  body json not null,
  constraint world_objects_id_unique primary key (world_id, kind, object_id),
  constraint world_objects_id_not_empty check (body ->> 'id' <> '')
);
create index world_objects_in_order on world_objects (world_id, kind, position);
create index world_objects_by_id on world_objects (world_id, object_id);
