-- in steps
create unique index concurrently if not exists users_spelling_unique on users (spelling);
