-- What words mean to the detector of objects, as administrators have put it down.
create table detection_terms (
  term text primary key,
  classes text[] not null
);
