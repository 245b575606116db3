-- Labels and track ids have no limit of length, entries of an index do: the prefix tells enough of them apart.
drop index annotations_by_object;
create index annotations_by_object on annotations (created_by_user_id, video_id, left(label, 100)) where is_object;
drop index annotations_by_track;
create index annotations_by_track on annotations (created_by_user_id, video_id, left(track_id, 100)) where track_id is not null;
