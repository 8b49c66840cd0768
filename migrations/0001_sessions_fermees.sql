CREATE TABLE `ClosedSession` (
	`id` text PRIMARY KEY NOT NULL,
	`expiresAt` text NOT NULL
) STRICT;
