/**
 * Finds the circles in a set of links. For every link that lies on a circle the shortest one through it is told, so
 * that each link that matters is named, while the number of circles stays below the number of links.
 */
import type { Cycle, CycleState, Link } from './topology.ts';

/** Each further circle of a repository says little new; the live ones are looked for first. */
const cycleCountMax = 200;

const ranks: Readonly<Record<CycleState, number>> = { live: 0, convergent: 1, latent: 2 };

export function findCycles(
  links: readonly Link[],
  acceptedBy: ReadonlyMap<string, string>,
): readonly Cycle[] {
  const open = links.filter(({ state }) => state !== 'cut');
  const outgoing = new Map<string, Link[]>();
  for (const link of open) {
    const others = outgoing.get(link.from);
    if (others === undefined) outgoing.set(link.from, [link]);
    else others.push(link);
  }
  for (const list of outgoing.values()) list.sort((a, b) => weightOf(a) - weightOf(b));
  const found = new Map<string, Cycle>();
  for (const link of open.toSorted((a, b) => weightOf(a) - weightOf(b))) {
    if (found.size >= cycleCountMax) break;
    if (!mayReturn(link, outgoing)) continue;
    const back = link.from === link.to ? [] : findWay(link.to, link.from, outgoing);
    if (back === undefined) continue;
    const cycle = toCycle([link, ...back], acceptedBy);
    const key = keyOf(cycle.links);
    const known = found.get(key);
    if (known === undefined || ranks[cycle.state] < ranks[known.state]) found.set(key, cycle);
  }
  return [...found.entries()]
    .toSorted(([a, first], [b, second]) => ranks[first.state] - ranks[second.state] || (a < b ? -1 : 1))
    .map(([, cycle]) => cycle);
}

/** Live links first, so that of two ways of the same length the one that turns is found. */
function weightOf({ state, isConvergent }: Link): number {
  return state === 'live' ? (isConvergent ? 1 : 0) : 2;
}

/** A link to a workflow from which nothing goes out lies on no circle; most links are of that kind. */
function mayReturn({ from, to }: Link, outgoing: ReadonlyMap<string, readonly Link[]>): boolean {
  return from === to || outgoing.has(to);
}

function findWay(
  start: string,
  goal: string,
  outgoing: ReadonlyMap<string, readonly Link[]>,
): readonly Link[] | undefined {
  const arrivals = new Map<string, Link | undefined>([[start, undefined]]);
  const queue = [start];
  for (const place of queue) {
    for (const link of outgoing.get(place) ?? []) {
      if (arrivals.has(link.to)) continue;
      arrivals.set(link.to, link);
      if (link.to === goal) return readBack(goal, arrivals);
      queue.push(link.to);
    }
  }
  return undefined;
}

function readBack(goal: string, arrivals: ReadonlyMap<string, Link | undefined>): readonly Link[] {
  const way: Link[] = [];
  for (let link = arrivals.get(goal); link !== undefined; link = arrivals.get(link.from)) way.unshift(link);
  return way;
}

/** The same circle told from another of its links is the same circle. */
function keyOf(links: readonly Link[]): string {
  const steps = links.map(({ from, through, to }) => `${from} ${through} ${to}`);
  return steps.toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
}

function toCycle(links: readonly Link[], acceptedBy: ReadonlyMap<string, string>): Cycle {
  const first = links.reduce(
    (least, { from }, index) => (from < (links[least]?.from ?? '') ? index : least),
    0,
  );
  const turned = [...links.slice(first), ...links.slice(0, first)];
  const isOpen = links.every(({ state }) => state === 'live');
  const state: CycleState = !isOpen
    ? 'latent'
    : links.some(({ isConvergent }) => isConvergent)
      ? 'convergent'
      : 'live';
  const accepted = links.map(({ from }) => acceptedBy.get(from)).find((reason) => reason !== undefined);
  return { state, links: turned, accepted, cheapestCut: proposeCut(turned) };
}

function proposeCut(links: readonly Link[]): string {
  const push = links.find(({ event }) => event === 'push');
  if (push !== undefined) {
    return `In ${push.to} exclude the commit of ${push.from}: an if: on its author or message, or paths-ignore; or put [skip ci] into the message.`;
  }
  const comment = links.find(({ event }) => /comment|review|issues/.test(event));
  if (comment !== undefined)
    return `In ${comment.to} exclude the posting account: github.event.sender.login != '…'.`;
  const event = links.find(({ event: name }) => !/workflow_(?:run|call)/.test(name)) ?? links[0];
  return event === undefined
    ? ''
    : `In ${event.to} add an if: that is false for what ${event.from} causes by ${event.event}.`;
}
