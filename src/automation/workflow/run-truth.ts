/** Whether a job or step would run for an event: its own condition and those of the jobs it needs. */
import { type ContextValue, evaluateTruth, type Expression, type Truth } from './expression.ts';
import type { Job, Step, Workflow } from './workflow.ts';

const needDepthMax = 20;

export function jobTruth(workflow: Workflow, job: Job, context: ContextValue, depth = 0): Truth {
  const own = conditionTruth(job.condition, context);
  if (own === 'no' || depth > needDepthMax) return own;
  if (job.condition?.expression !== undefined && ignoresNeeds(job.condition.expression)) return own;
  let truth = own;
  for (const id of job.needs) {
    const needed = workflow.jobs.find((other) => other.id === id);
    if (needed === undefined) return 'maybe';
    const before = jobTruth(workflow, needed, context, depth + 1);
    if (before === 'no') return 'no';
    if (before === 'maybe') truth = 'maybe';
  }
  return truth;
}

export function stepTruth(workflow: Workflow, job: Job, step: Step, context: ContextValue): Truth {
  return allOf([jobTruth(workflow, job, context), conditionTruth(step.condition, context)]);
}

function conditionTruth(condition: Job['condition'], context: ContextValue): Truth {
  if (condition === undefined) return 'yes';
  return condition.expression === undefined ? 'maybe' : evaluateTruth(condition.expression, context);
}

function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no';
  return truths.includes('maybe') ? 'maybe' : 'yes';
}

/** `always()` and `!cancelled()` let a job run although a job it needs was skipped. */
function ignoresNeeds(expression: Expression): boolean {
  if (expression.kind === 'call') return expression.name === 'always' || expression.name === 'failure';
  if (expression.kind === 'not') return expression.of.kind === 'call' && expression.of.name === 'cancelled';
  return expression.kind === 'logic' && expression.args.some(ignoresNeeds);
}
