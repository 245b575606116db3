-- The annotations of a video whose boxes reach into a window of frames: the last frame bounds the scan, the first frame
-- is compared within the index, so that only rows of the window are read.
create index annotations_of_window on annotations (video_id, last_frame, first_frame);
