DROP TABLE `lift_tallies`;--> statement-breakpoint
DROP TABLE `vector_spaces`;--> statement-breakpoint
DROP TABLE `vectors`;