ALTER TABLE `turns` ADD `extent` integer;--> statement-breakpoint
CREATE INDEX `turns_prompt` ON `turns` (`prompt_id`) WHERE length(prompt_id) = 36;