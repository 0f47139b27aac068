import { parseArgs } from 'node:util';
import { buildTopology } from '../automation/topology/build-topology.ts';
import {
  describeCycle,
  renderDot,
  renderMermaid,
  toTopologyJson,
} from '../automation/topology/render-graph.ts';
import { renderSvg } from '../automation/topology/render-svg.ts';
import type { Topology } from '../automation/topology/topology.ts';
import { unreachable } from '../automation/workflow/unreachable.ts';
import type { Forge } from '../automation/workflow/workflow.ts';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { toVisibleText } from '../surfaces/cli/visible-text.ts';
import { oneOf } from './lint-command.ts';
import { readWorkflowFiles } from './read-workflow-files.ts';

const formats = ['mermaid', 'json', 'dot', 'svg'] as const;
type MapFormat = (typeof formats)[number];

/** `fixpoint topology [PATH…]`: 0 no circle turns by itself, 1 one does and is not accepted, 2 unreadable. */
export async function runTopology(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const format = oneOf<MapFormat>(
    '--format',
    values.json === true ? 'json' : (values.format ?? 'mermaid'),
    formats,
  );
  const forge =
    values.forge === undefined ? undefined : oneOf<Forge>('--forge', values.forge, ['github', 'gitea']);
  const files = await readWorkflowFiles(positionals);
  if (files.length === 0)
    throw new UsageError('There are no workflow files here. Name a file or the folder of a repository.');
  const { topology, problems } = buildTopology(files, forge);
  for (const line of render(topology, format)) {
    world.stdout.write(`${format === 'json' || format === 'svg' ? line : toVisibleText(line)}\n`);
  }
  for (const { path, at, message } of problems) {
    world.stderr.write(`${toVisibleText(`${path}:${at.line}:${at.column} unreadable: ${message}`)}\n`);
  }
  for (const cycle of topology.cycles) world.stderr.write(`${toVisibleText(describeCycle(cycle))}\n`);
  if (problems.length > 0) return 2;
  return topology.cycles.some(({ state, accepted }) => state === 'live' && accepted === undefined) ? 1 : 0;
}

function render(topology: Topology, format: MapFormat): readonly string[] {
  switch (format) {
    case 'mermaid':
      return renderMermaid(topology);
    case 'dot':
      return renderDot(topology);
    case 'json':
      return [JSON.stringify(toTopologyJson(topology))];
    case 'svg':
      return renderSvg(topology);
    default:
      return unreachable(format);
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { format: { type: 'string' }, forge: { type: 'string' }, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
