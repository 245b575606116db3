-- The projects of the token by which a job was made, if that token is limited to some: the job reaches nothing outside of
-- them either.
alter table jobs add column project_ids uuid[];
