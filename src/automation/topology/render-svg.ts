/** The loop map as a picture that needs nothing else: layers from left to right, links as curves. */
import { type Graph, type GraphEdge, type GraphNode, toGraph } from './render-graph.ts';
import type { Topology } from './topology.ts';

const charWidth = 7;
const boxHeight = 28;
const rowGap = 16;
const columnGap = 110;
const margin = 20;
/** Longer labels keep their end, where the file's name stands. */
const labelLengthMax = 44;

interface Box {
  readonly node: GraphNode;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export function renderSvg(topology: Topology): readonly string[] {
  const graph = toGraph(topology);
  const boxes = placeBoxes(graph);
  const width = Math.max(200, ...[...boxes.values()].map((box) => box.x + box.width)) + margin;
  const height = Math.max(80, ...[...boxes.values()].map((box) => box.y + boxHeight)) + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="monospace" font-size="11" role="img" aria-label="Loop map">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...graph.edges.map((edge) => drawEdge(edge, boxes)),
    ...[...boxes.values()].map(drawBox),
    '</svg>',
  ];
}

/** Each node stands one column right of the first that leads to it; links back to the left close the circles. */
function placeBoxes({ nodes, edges }: Graph): ReadonlyMap<string, Box> {
  const columns = columnOf(nodes, edges);
  const count = Math.max(0, ...columns.values()) + 1;
  const boxes = new Map<string, Box>();
  let x = margin;
  for (let column = 0; column < count; column += 1) {
    const members = nodes.filter(({ id }) => columns.get(id) === column);
    const labels = members.map(({ label }) =>
      label.length > labelLengthMax ? `…${label.slice(-labelLengthMax)}` : label,
    );
    const width = Math.max(40, ...labels.map((label) => label.length * charWidth + 16));
    for (const [row, node] of members.entries()) {
      const y = margin + row * (boxHeight + rowGap);
      boxes.set(node.id, { node, label: labels[row] ?? '', x, y, width });
    }
    x += width + columnGap;
  }
  return boxes;
}

function columnOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const arrived = new Set(edges.map(({ to }) => to));
  const starts = [...nodes.filter(({ id }) => !arrived.has(id)), ...nodes];
  const outgoing = new Map<string, string[]>();
  for (const { from, to } of edges) outgoing.set(from, [...(outgoing.get(from) ?? []), to]);
  for (const { id } of starts) {
    if (columns.has(id)) continue;
    columns.set(id, 0);
    const queue = [id];
    for (const place of queue) {
      for (const next of outgoing.get(place) ?? []) {
        if (columns.has(next)) continue;
        columns.set(next, (columns.get(place) ?? 0) + 1);
        queue.push(next);
      }
    }
  }
  return columns;
}

const strokes: Readonly<Record<GraphEdge['state'], string>> = {
  live: 'stroke="#b00020" stroke-width="2"',
  latent: 'stroke="#666" stroke-dasharray="6 4"',
  cut: 'stroke="#bbb" stroke-dasharray="2 4"',
};

function drawEdge({ from, to, label, state }: GraphEdge, boxes: ReadonlyMap<string, Box>): string {
  const start = boxes.get(from);
  const end = boxes.get(to);
  if (start === undefined || end === undefined) return '';
  const [x1, y1] = [start.x + start.width, start.y + boxHeight / 2];
  const [x2, y2] = [end.x, end.y + boxHeight / 2];
  const bend = x2 > x1 ? (x2 - x1) / 2 : 60 + Math.abs(y2 - y1) / 4;
  const path = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  return `<path d="${path}" fill="none" ${strokes[state]} marker-end="url(#tip)"><title>${escapeXml(`${label} (${state})`)}</title></path>`;
}

function drawBox({ node, label, x, y, width }: Box): string {
  const round = node.kind === 'workflow' ? 3 : boxHeight / 2;
  const fill = node.kind === 'workflow' ? '#eef3ff' : '#f6f6f6';
  const text = `<text x="${x + 8}" y="${y + boxHeight / 2 + 4}">${escapeXml(label)}</text>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="${round}" fill="${fill}" stroke="#445"/>${text}`;
}

function escapeXml(text: string): string {
  const clean = text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '?');
  return clean
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
