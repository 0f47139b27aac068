import type { ReadProblem } from './read-yaml.ts';
import { childOf, type MapNode, type SourceNode, textOf, textsOf } from './source-node.ts';
import type { Position } from './position.ts';
import { unreachable } from './unreachable.ts';
import type { Schedule, Trigger } from './workflow.ts';

/** What starts the workflow: `on: push`, `on: [push, …]` and `on: {push: …}` come to the same. */
export function readTriggers(root: MapNode, report: (problem: ReadProblem) => void): readonly Trigger[] {
  const entry = root.entries.get('on') ?? root.entries.get('true');
  if (entry === undefined) {
    report({ at: root.at, message: 'The workflow has no "on"; nothing can start it.' });
    return [];
  }
  const { value } = entry;
  switch (value.kind) {
    case 'text':
      return [plainTrigger(value.value, value.at)];
    case 'list':
      return value.items.flatMap((item) => {
        if (item.kind === 'text') return [plainTrigger(item.value, item.at)];
        report({ at: item.at, message: 'An item of "on" must be the name of an event.' });
        return [];
      });
    case 'map':
      return [...value.entries.values()].map(({ key, keyAt, value: detail }) =>
        readTrigger(key, keyAt, detail),
      );
    case 'empty':
      report({ at: entry.keyAt, message: '"on" is empty; nothing can start the workflow.' });
      return [];
    default:
      return unreachable(value);
  }
}

function plainTrigger(event: string, at: Position): Trigger {
  return readTrigger(event, at, { kind: 'empty', at });
}

function readTrigger(event: string, at: Position, detail: SourceNode): Trigger {
  const texts = (key: string): readonly string[] | undefined => {
    const node = childOf(detail, key);
    return node === undefined ? undefined : textsOf(node).map(({ value }) => value);
  };
  const types = childOf(detail, 'types');
  return {
    event: event.trim(),
    at,
    types: types === undefined || types.kind === 'empty' ? undefined : textsOf(types),
    branches: texts('branches'),
    branchesIgnore: texts('branches-ignore'),
    tags: texts('tags'),
    tagsIgnore: texts('tags-ignore'),
    paths: texts('paths'),
    pathsIgnore: texts('paths-ignore'),
    workflows: textsOf(childOf(detail, 'workflows')),
    schedules: event === 'schedule' ? readSchedules(detail) : [],
  };
}

function readSchedules(detail: SourceNode): readonly Schedule[] {
  const items = detail.kind === 'list' ? detail.items : [detail];
  return items.flatMap((item) => {
    const cron = textOf(childOf(item, 'cron'));
    return cron === undefined ? [] : [{ cron, timezone: textOf(childOf(item, 'timezone'))?.value }];
  });
}
