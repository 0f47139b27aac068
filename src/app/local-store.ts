import { UsageError, type CliWorld } from '../surfaces/cli/cli-world.ts';
import { loadConfig } from './config.ts';

/** The name of the store that a command is about, for commands that only work where the store is. */
export async function nameLocalStore(
  world: Pick<CliWorld, 'env'>,
  place: { readonly store: string | undefined; readonly config: string | undefined },
): Promise<string> {
  const base = world.env['FIXPOINT_API_BASE'] ?? '';
  if (base !== '' && place.store === undefined) {
    throw new UsageError(
      'FIXPOINT_API_BASE names a hub, and this is done where its store is. Run it there, or name a --store.',
    );
  }
  return (await loadConfig(world.env, place)).store;
}
