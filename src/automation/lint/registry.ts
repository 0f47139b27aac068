import type { Rule } from './rule.ts';
import { slashContains } from './rules/fx01-slash-contains.ts';
import { selfEcho } from './rules/fx02-self-echo.ts';
import { shortPrefix } from './rules/fx03-short-prefix.ts';
import { ungatedComment } from './rules/fx04-ungated-comment.ts';
import { botNotExcluded } from './rules/fx05-bot-not-excluded.ts';
import { deadGuard } from './rules/fx06-dead-guard.ts';
import { vacuousGuard } from './rules/fx07-vacuous-guard.ts';
import { danglingWorkflowRun } from './rules/fx08-dangling-workflow-run.ts';
import { rollingTitle } from './rules/fx09-rolling-title.ts';
import { calendarWeek } from './rules/fx10-calendar-week.ts';
import { noLookup } from './rules/fx11-no-lookup.ts';
import { weakLookup } from './rules/fx12-weak-lookup.ts';
import { authorOnlyUpsert } from './rules/fx13-author-only-upsert.ts';
import { cancelledPublish } from './rules/fx14-cancelled-publish.ts';
import { partialPublish } from './rules/fx15-partial-publish.ts';
import { pushLoop } from './rules/fx16-push-loop.ts';
import { tokenEdge } from './rules/fx17-token-edge.ts';
import { cronComment } from './rules/fx18-cron-comment.ts';
import { editedRetrigger } from './rules/fx19-edited-retrigger.ts';
import { wrongAuthorField } from './rules/fx20-wrong-author-field.ts';
import { parserDrift } from './rules/fx21-parser-drift.ts';
import { unportableDate } from './rules/fx22-unportable-date.ts';

/** Every rule, in the order of their ids. */
export const rules: readonly Rule[] = [
  slashContains,
  selfEcho,
  shortPrefix,
  ungatedComment,
  botNotExcluded,
  deadGuard,
  vacuousGuard,
  danglingWorkflowRun,
  rollingTitle,
  calendarWeek,
  noLookup,
  weakLookup,
  authorOnlyUpsert,
  cancelledPublish,
  partialPublish,
  pushLoop,
  tokenEdge,
  cronComment,
  editedRetrigger,
  wrongAuthorField,
  parserDrift,
  unportableDate,
];
