/** The loop map as text for other programs: Mermaid, DOT and JSON. Names come from files and are escaped for each. */
import type { Cycle, Link, Topology } from './topology.ts';

export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly kind: 'workflow' | 'place';
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly state: Link['state'];
  readonly isConvergent: boolean;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Workflows and what lies between them; a branch that three workflows push to is one node. */
export function toGraph({ workflows, links }: Topology): Graph {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const idOf = (key: string, label: string, kind: GraphNode['kind']): string => {
    const known = nodes.get(key);
    if (known !== undefined) return known.id;
    const id = `n${nodes.size}`;
    nodes.set(key, { id, label, kind });
    return id;
  };
  for (const { path } of workflows) if (linked.has(path)) idOf(path, path, 'workflow');
  for (const { from, to, through, event, state, isConvergent, via } of links) {
    const place = `${repositoryOf(from)}\n${through}`;
    const middle = idOf(place, through, 'place');
    add(edges, { from: idOf(from, from, 'workflow'), to: middle, label: via, state, isConvergent });
    add(edges, { from: middle, to: idOf(to, to, 'workflow'), label: event, state, isConvergent: false });
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

const strength: Readonly<Record<Link['state'], number>> = { live: 0, latent: 1, cut: 2 };

/** Of several links over the same step the strongest is shown. */
function add(edges: Map<string, GraphEdge>, edge: GraphEdge): void {
  const key = `${edge.from} ${edge.to} ${edge.label}`;
  const known = edges.get(key);
  if (known === undefined || strength[edge.state] < strength[known.state]) edges.set(key, edge);
}

function repositoryOf(path: string): string {
  return path.replace(/\.(?:github|gitea|forgejo)\/.*$/s, '');
}

const mermaidArrows: Readonly<Record<Link['state'], string>> = { live: '-->', latent: '-.->', cut: '--x' };

export function renderMermaid(topology: Topology): readonly string[] {
  const { nodes, edges } = toGraph(topology);
  return [
    'flowchart LR',
    ...nodes.map(
      ({ id, label, kind }) =>
        `  ${id}${kind === 'workflow' ? `["${escapeMermaid(label)}"]` : `(["${escapeMermaid(label)}"])`}`,
    ),
    ...edges.map(
      ({ from, to, label, state }) => `  ${from} ${mermaidArrows[state]}|"${escapeMermaid(label)}"| ${to}`,
    ),
    ...topology.cycles.map((cycle) => `  %% ${describeCycle(cycle).replaceAll('\n', ' ')}`),
  ];
}

function escapeMermaid(text: string): string {
  return text
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;')
    .replace(/[\r\n]/g, ' ');
}

const dotStyles: Readonly<Record<Link['state'], string>> = {
  live: 'style=solid, color=red3',
  latent: 'style=dashed, color=gray40',
  cut: 'style=dotted, color=gray70, arrowhead=tee',
};

export function renderDot(topology: Topology): readonly string[] {
  const { nodes, edges } = toGraph(topology);
  return [
    'digraph topology {',
    '  rankdir=LR;',
    ...nodes.map(
      ({ id, label, kind }) =>
        `  ${id} [label=${JSON.stringify(label)}, shape=${kind === 'workflow' ? 'box' : 'ellipse'}];`,
    ),
    ...edges.map(
      ({ from, to, label, state }) =>
        `  ${from} -> ${to} [label=${JSON.stringify(label)}, ${dotStyles[state]}];`,
    ),
    '}',
  ];
}

export function toTopologyJson({ workflows, links, cycles }: Topology): object {
  return {
    workflows,
    links: links.map(flattenLink),
    cycles: cycles.map(({ state, links: path, accepted, cheapestCut }) => ({
      state,
      accepted: accepted ?? null,
      path: path.map(({ from }) => from),
      links: path.map(flattenLink),
      cheapest_cut: cheapestCut,
    })),
  };
}

function flattenLink({ from, to, through, event, state, isConvergent, reason, at, via }: Link): object {
  return {
    from,
    to,
    through,
    event,
    state,
    convergent: isConvergent,
    reason,
    line: at.line,
    column: at.column,
    via,
  };
}

/** `live circle: a.yml -> branch main -> a.yml`, and how to cut it. */
export function describeCycle({ state, links, accepted, cheapestCut }: Cycle): string {
  const way = links.map(({ from, through }) => `${from} -> ${through}`).join(' -> ');
  const end = accepted === undefined ? cheapestCut : `accepted: ${accepted}`;
  return `${state} circle: ${way} -> ${links[0]?.from ?? ''}. ${end}`;
}
