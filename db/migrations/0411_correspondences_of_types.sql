-- In a transaction of its own: a trigger is made under a lock that writers of types wait for, for a moment.
create constraint trigger ontology_types_correspondences after delete on ontology_types
  deferrable initially deferred for each row execute function delete_correspondences_of_type();
