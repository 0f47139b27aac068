import type { Rule } from './rule.ts';
import { slashContains } from './rules/fx01-slash-contains.ts';
import { selfEcho } from './rules/fx02-self-echo.ts';
import { shortPrefix } from './rules/fx03-short-prefix.ts';
import { ungatedComment } from './rules/fx04-ungated-comment.ts';
import { botNotExcluded } from './rules/fx05-bot-not-excluded.ts';

/** Every rule, in the order of their ids. */
export const rules: readonly Rule[] = [slashContains, selfEcho, shortPrefix, ungatedComment, botNotExcluded];
