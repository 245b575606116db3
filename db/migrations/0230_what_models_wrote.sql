-- For each field that a model wrote, by its name in the API, the SHA-256 of its content at that time. A field whose
-- content has another digest was written by a person, as was every field without a digest: models ask before they
-- overwrite it. The texts of summaries from before this migration count as written by people.
alter table video_summaries add column model_digests jsonb not null default '{}';
