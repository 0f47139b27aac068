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
import { pushLoop } from './rules/fx16-push-loop.ts';
import { tokenEdge } from './rules/fx17-token-edge.ts';

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
  pushLoop,
  tokenEdge,
];
