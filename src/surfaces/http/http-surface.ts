/** The HTTP interface, ready to be given to a server. */
import { createNodeHandler, type NodeHandler } from './node-handler.ts';
import { createSurfaceCore, type HttpSurfaceOptions, type SurfaceCore } from './surface-core.ts';

export interface HttpSurface extends SurfaceCore, NodeHandler {}

export function createHttpSurface(options: HttpSurfaceOptions): HttpSurface {
  const core = createSurfaceCore(options);
  return { ...core, ...createNodeHandler(core) };
}
