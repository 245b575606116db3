-- What a model had said in a claim whose text a person has changed since: an extraction that finds it again does not add
-- it a second time.
alter table claims add column original_text text;
