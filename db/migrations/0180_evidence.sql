-- What the sentences of a summary, and the claims made from them, rest on: frames with boxes, times, how sure it is.
alter table video_summaries add column evidence json;
alter table claims add column evidence json;
